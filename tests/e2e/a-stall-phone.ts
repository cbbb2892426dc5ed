import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { chromiumPath } from '../chromium.ts'
import { shiftDate } from './shift-date.ts'

/** A phone with its own folder, so that its browser can be killed and reopened. */
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
     * Kills the browser like a dead battery, then starts it again; cookies are carried over, since
     * Chromium saves them only every 30 s.
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

/** `width` in CSS px; `args` go to the browser. */
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
