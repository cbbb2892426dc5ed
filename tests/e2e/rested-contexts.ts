import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

/** A browser context, and a blank page that keeps its renderer alive between two visitors. */
export type Rested = { context: BrowserContext; blank: Page; devtools: CDPSession; width: number }

/** So many contexts of a width wait for a next visitor; a test rarely has more at once. */
const MAX_RESTED = 2

const rested: Rested[] = []

/**
 * A context as good as new for a visitor with a window of that width: one that another test has
 * left, or a new one. The renderer of one that was left has compiled axe and runs it hot, which
 * spares a quarter of the browser's processor time.
 */
export async function takeContext(browser: Browser, width: number): Promise<Rested> {
  const at = rested.findIndex(
    (one) => one.width === width && one.context.browser() === browser && browser.isConnected(),
  )
  const [found] = at < 0 ? [] : rested.splice(at, 1)
  if (found) return found
  const context = await browser.newContext({ ...AS_AT_HOME, viewport: viewportOf(width) })
  const blank = await context.newPage()
  return { context, blank, devtools: await context.newCDPSession(blank), width }
}

/** As in Rapid City: a bare machine names a language that no browser of a person has. */
export const AS_AT_HOME = {
  reducedMotion: 'reduce',
  locale: 'en-US',
  // What the worker brings is a law of its own test; elsewhere it would stand between a test and the shop.
  serviceWorkers: 'block',
} as const

export const viewportOf = (width: number) => ({ width, height: 900 })

/** Takes away what a visitor left: pages, routes, cookies, what is stored and cached. */
export async function leaveContext(one: Rested, url: string): Promise<void> {
  const { context, blank, devtools, width } = one
  if (rested.filter((other) => other.width === width).length >= MAX_RESTED) return context.close()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const page of context.pages()) if (page !== blank) await page.close()
  await context.setOffline(false)
  await context.clearCookies()
  await devtools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' })
  // A later shop may get the same port.
  await devtools.send('Network.clearBrowserCache')
  rested.push(one)
}
