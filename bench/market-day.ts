import { rm } from 'node:fs/promises'
import { chromium, type Page } from 'playwright-core'
import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { chromiumPath } from '#tests/chromium.ts'
import { asker } from './ask.ts'
import { listProducts, setStock, signIn } from './desk-of.ts'
import { aFolder, PASSWORD, startShop } from './subjects.ts'

/** How many times slower the phone's CPU is than this machine's. */
export const SLOW = 4

export const BOXES = 40

/**
 * On a slow phone offline, in ms: `coldMs` from the icon's tap in a fresh browser to the first row,
 * `tapMs` from a tap on Hand out until the note is on disk and the row shows it.
 */
export type MarketDay = { coldMs: number[]; tapMs: number[] }

export async function measureMarketDay(runs: number): Promise<MarketDay> {
  const [dataDir, folder] = [await aFolder(), await aFolder()]
  const shop = await startShop({ dataDir })
  const coldMs: number[] = []
  let tapMs: number[] = []
  try {
    // On its date the icon opens a day at this part; on other dates it would open another.
    const handOut = `${shop.url}${STALL_PAGE}?day=${await fillDay(shop.url)}#hand-out`
    await onPhone(folder, async (page) => {
      await page.goto(handOut)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).tap()
      await page.getByText(`${BOXES} to pick up`).waitFor()
      await page.waitForFunction((path) => caches.match(path), STALL_PAGE)
    })
    while (coldMs.length < runs)
      await onPhone(folder, async (page) => {
        await slowDown(page)
        coldMs.push(await openCold(page, handOut))
        if (coldMs.length === runs) tapMs = await tapEach(page)
      })
  } finally {
    await shop.stop()
    for (const one of [dataDir, folder]) await rm(one, { recursive: true, force: true })
  }
  return { coldMs, tapMs }
}

async function fillDay(url: string): Promise<number> {
  const ask = asker(url)
  const cookie = await signIn(ask)
  const headers = { cookie }
  const { days } = JSON.parse((await ask('/api/calendar', { headers })).bytes.toString())
  const isAhead = ({ closesAt }: { closesAt: string }) => Date.parse(closesAt) > Date.now()
  const { id: marketDayId } = days.find(isAhead)
  const [product] = await listProducts(ask)
  if (!product) throw new Error('The demo sells nothing.')
  await setStock(ask, cookie, product, 1000)
  const items = [{ productId: product.id, quantity: 1, price: product.price }]
  for (let box = 0; box < BOXES; box++) {
    const who = { id: crypto.randomUUID(), customerName: `Ada Miller ${box}`, marketDayId }
    const body = { ...who, items, total: product.price, paidBy: 'Cash' }
    const answer = await ask('/api/desk/orders', { method: 'POST', headers, body })
    if (answer.status !== 201) throw new Error(`No order was taken: ${answer.bytes}`)
  }
  return marketDayId
}

async function onPhone(folder: string, work: (page: Page) => Promise<void>): Promise<void> {
  const screen = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const phone = await chromium.launchPersistentContext(folder, {
    ...(await chromiumPath()),
    ...screen,
  })
  await work(await phone.newPage()).finally(() => phone.close())
}

async function slowDown(page: Page): Promise<void> {
  await page.context().setOffline(true)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
}

async function openCold(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  const firstRow = await page.waitForFunction(
    () => document.querySelector('main li') && performance.now(),
  )
  return Number(await firstRow.jsonValue())
}

async function tapEach(page: Page): Promise<number[]> {
  const tapMs: number[] = []
  for (let given = 0; given < BOXES; given++) {
    const button = page.getByRole('button', { name: /^Hand out, / }).first()
    const shown = button.evaluate(
      (one, said) =>
        new Promise<number>((resolve) => {
          const look = (from: number) =>
            document.querySelector('main')?.textContent?.includes(said)
              ? resolve(performance.now() - from)
              : requestAnimationFrame(() => look(from))
          one.addEventListener('click', ({ timeStamp }) => look(timeStamp), { once: true })
        }),
      `${given + 1} picked up`,
    )
    await button.tap()
    tapMs.push(await shown)
  }
  return tapMs
}
