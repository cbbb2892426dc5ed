import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { chromiumPath } from '../chromium.ts'
import { sharedBrowser } from './a-browser.ts'
import { shiftDate } from './shift-date.ts'

/** A phone in the worker's browser, or in one of its own, which can be killed and opened again. */
export async function aStallPhone(url: string, more: PhoneOptions = {}) {
  const folder = more.args || more.dies ? await aFolder() : null
  let context = await openPhone(folder, more)
  onTestFinished(() => context.close())
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
     * Kills the browser like a dead battery, then starts it again; cookies are carried over, since
     * Chromium saves them only every 30 s.
     */
    kill: async (): Promise<void> => {
      if (!folder) throw new Error('Only a phone that `dies` has its own browser.')
      const cookies = await context.cookies()
      const devtools = await context.newCDPSession(context.pages()[0] ?? (await context.newPage()))
      await devtools.send('Browser.crash').catch(() => {})
      await context.close().catch(() => {})
      context = await openPhone(folder, more)
      await context.addCookies(cookies)
    },
  }
}

/** `width` in CSS px; `args` go to the browser. */
type PhoneOptions = {
  width?: number
  colorScheme?: 'dark'
  args?: readonly string[]
  dies?: boolean
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'farmstand-phone-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function openPhone(folder: string | null, more: PhoneOptions): Promise<BrowserContext> {
  const { width = 390, args = [], dies: _, ...looks } = more
  const phone = {
    ...{ viewport: { width, height: 844 }, hasTouch: true, isMobile: true, ...looks },
    ...{ deviceScaleFactor: 2, timezoneId: 'America/Denver' },
  }
  const launch = await chromiumPath()
  const context = folder
    ? await chromium.launchPersistentContext(folder, {
        ...{ ...launch, args: [...launch.args, ...args] },
        ...phone,
      })
    : await (await sharedBrowser()).newContext(phone)
  await context.addInitScript(shiftDate, inject('clockShift') ?? 0)
  context.setDefaultTimeout(40_000)
  return context
}

export async function loadStall(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Hand out' }).waitFor()
  await isStored(page)
}

export async function isStored(page: Page): Promise<void> {
  const stored = () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready
      return (await caches.match('/admin/stall')) !== undefined
    })
  await expect.poll(stored).toBe(true)
}

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
