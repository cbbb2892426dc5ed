import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { inject } from 'vitest'
import { shiftDate } from './shift-date.ts'

/** The blank page keeps the renderer alive between two visitors. */
export type Rested = { context: BrowserContext; blank: Page; devtools: CDPSession; width: number }

/** Contexts of one width waiting for a next visitor; a test rarely has more at once. */
const MAX_RESTED = 2

const rested: Rested[] = []

/**
 * A like-new context for a window of that width: another test's or a new one. A used renderer has
 * axe compiled and hot, which saves a quarter of the browser's CPU.
 */
export async function takeContext(browser: Browser, width: number): Promise<Rested> {
  const at = rested.findIndex(
    (one) => one.width === width && one.context.browser() === browser && browser.isConnected(),
  )
  const [found] = at < 0 ? [] : rested.splice(at, 1)
  if (found) return found
  const context = await browser.newContext({ ...AS_AT_HOME, viewport: viewportOf(width) })
  await context.addInitScript(shiftDate, inject('clockShift') ?? 0)
  const blank = await context.newPage()
  return { context, blank, devtools: await context.newCDPSession(blank), width }
}

/** As in Rapid City: a bare machine names a language no person's browser has. */
export const AS_AT_HOME = {
  reducedMotion: 'reduce',
  locale: 'en-US',
  // The worker has its own test; elsewhere it would stand between a test and the shop.
  serviceWorkers: 'block',
} as const

export const viewportOf = (width: number) => ({ width, height: 900 })

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
