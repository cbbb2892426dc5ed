import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { chromiumPath } from '../chromium.ts'

/** A phone with a folder of its own, so that its browser can be killed and opened again. */
export async function aStallPhone(url: string, more: PhoneOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'farmstand-phone-'))
  let context = await openPhone(folder, more)
  onTestFinished(async () => {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  })
  const open = async (): Promise<Page> => {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(`${url}/admin/stall`)
    return page
  }
  const openTab = async (): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(`${url}/admin/stall`)
    return page
  }
  return {
    open,
    openTab,
    context: () => context,
    /**
     * Ends the browser as a phone does that runs out of power, and
     * starts it again; Chromium writes cookies to its disk every 30 s.
     */
    kill: async (): Promise<void> => {
      const cookies = await context.cookies()
      const devtools = await context.newCDPSession(context.pages()[0] ?? (await context.newPage()))
      await devtools.send('Browser.crash').catch(() => {})
      await context.close().catch(() => {})
      context = await openPhone(folder, more)
      await context.addCookies(cookies)
    },
  }
}

/** How wide its screen is, in CSS px, and what else its browser is started with. */
type PhoneOptions = { width?: number; colorScheme?: 'dark'; args?: readonly string[] }

async function openPhone(folder: string, more: PhoneOptions): Promise<BrowserContext> {
  const { width = 390, args = [], ...looks } = more
  const phone = { viewport: { width, height: 844 }, hasTouch: true, isMobile: true, ...looks }
  const launch = await chromiumPath()
  const context = await chromium.launchPersistentContext(folder, {
    ...launch,
    args: [...launch.args, ...args],
    ...phone,
    deviceScaleFactor: 2,
    timezoneId: 'America/Denver',
  })
  context.setDefaultTimeout(10_000)
  return context
}

/** Signs in, which loads the day; the page is kept for a time without a network when this is over. */
export async function loadStall(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Hand out' }).waitFor()
  await isStored(page)
}

/** Waits until the worker has the page and all its code. */
export async function isStored(page: Page): Promise<void> {
  const stored = () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready
      return (await caches.match('/admin/stall')) !== undefined
    })
  await expect.poll(stored).toBe(true)
}

/** All that the phone's own database holds, as text. */
export function storeOf(page: Page): Promise<Record<string, unknown[]>> {
  return page.evaluate(async () => {
    const requested = <Answer>(request: IDBRequest<Answer>) =>
      new Promise<Answer>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await requested(indexedDB.open('farmstand-stall'))
    const all: Record<string, unknown[]> = {}
    for (const name of db.objectStoreNames)
      all[name] = await requested(db.transaction(name).objectStore(name).getAll())
    db.close()
    return all
  })
}
