import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { STALL_VERSION, stallFile } from '#contract/market/stall.ts'
import { STALL_SCOPE } from '#contract/market/stall-page.ts'
import { HOUR } from '#contract/time/durations.ts'
import { type Db, write } from '#server/db/write.ts'
import { PASSWORD } from '../a-shop.ts'
import { aShopOfNotes } from '../a-shop-of-notes.ts'
import { IS_LONG } from '../length-of-run.ts'
import { expectAccessible, shot } from './a-browser.ts'
import { aFront } from './a-front.ts'
import { aSecondDay, aStallDay } from './a-stall-day.ts'
import { aStallPhone, isStored, loadStall, storeOf } from './a-stall-phone.ts'
import { anOpenShop, openPages } from './an-open-shop.ts'
import { anOwner } from './an-owner.ts'

async function atTheMarket(boxes: number, { dies = false } = {}) {
  const shop = await anOpenShop({ LIMITS: 'off' })
  await aStallDay(shop, { farmers_market: boxes, farm_store: 0, delivery: 0 })
  const front = await aFront(shop.url)
  const phone = await aStallPhone(front.url, { dies })
  /** Both the phone's own switch, as DevTools sets it, and the network behind it. */
  const cutOff = async (isOff: boolean) => {
    front.cut(isOff)
    await phone.context().setOffline(isOff)
  }
  const commands = () => shop.db.selectFrom('stall_commands').selectAll().orderBy('seq').execute()
  return { shop, front, phone, cutOff, commands }
}

async function giveBoxes(page: Page, count: number): Promise<void> {
  for (let given = 0; given < count; given++) {
    const give = page.getByRole('button', { name: /^Hand out, / }).first()
    const name = (await give.getAttribute('aria-label')) ?? ''
    await give.evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' })
  }
}

const unsent = (page: Page, count: number) =>
  count > 0
    ? page
        .getByRole('link', { name: `${count} ${count === 1 ? 'note' : 'notes'} waiting` })
        .waitFor()
    : page.getByText(/synced/).waitFor()

/** The header's one button: other days and places, and signing out. */
const openDays = (page: Page) => page.getByRole('heading', { level: 1 }).getByRole('button').click()

const TAPS = IS_LONG ? 40 : 12

/** The day's order nobody paid for; it asks for money. */
const UNPAID = 1

test('a morning without a network: what is tapped outlives the browser, and arrives once', async () => {
  const { phone, cutOff, commands, shop } = await atTheMarket(TAPS + UNPAID, { dies: true })
  const page = await phone.open()
  await loadStall(page, shop.password)
  await expectAccessible(page, 'the stall')
  await cutOff(true)
  await tapWithoutRoom(page)
  await giveBoxes(page, TAPS / 4)
  await page.getByText('No signal.').waitFor()
  await shot(page, 'stall-no-network', { fullPage: false })
  await phone.kill()
  await cutOff(true)
  const again = await phone.open()
  await unsent(again, TAPS / 4)
  const other = await phone.openTab()
  await giveBoxes(other, TAPS / 4)
  await unsent(again, TAPS / 2)
  const flaps = IS_LONG ? 5 : 1
  for (let flap = 0; flap < flaps; flap++) {
    await Promise.all([flapOnce(cutOff), giveBoxes(again, TAPS / 4 / flaps)])
  }
  await giveBoxes(again, TAPS / 4)
  await cutOff(false)
  const back = Date.now()
  await unsent(again, 0)
  await unsent(other, 0)
  // Without waiting for the next round, 20 s after the last.
  expect(Date.now() - back).toBeLessThan(15_000)
  const arrived = await commands()
  expect(arrived.map(({ seq }) => seq)).toEqual(Array.from({ length: TAPS }, (_, at) => at + 1))
  expect(arrived.filter(({ outcome }) => outcome !== 'applied')).toEqual([])
  const given = shop.db.selectFrom('orders').select('id').where('collected_at', 'is not', null)
  expect((await given.execute()).length).toBe(TAPS)
})

test('a box of two orders is given by one tap, and sends a command for each of them', async () => {
  const { phone, commands, shop } = await atTheMarket(2 + UNPAID)
  const oldest = shop.db.selectFrom('orders').select('id').orderBy('id').limit(2)
  const ids = (await oldest.execute()).map(({ id }) => id)
  const [first, second] = ids
  await write(shop.db, (tx) =>
    tx
      .updateTable('orders')
      .set({ packed_with: first ?? null })
      .where('id', '=', second ?? 0)
      .execute(),
  )
  const page = await phone.open()
  await loadStall(page, shop.password)
  await giveBoxes(page, 1)
  const sent = async () => (await commands()).map(({ kind, outcome }) => `${kind} ${outcome}`)
  await expect.poll(sent).toEqual(['give applied', 'give applied'])
  const given = shop.db.selectFrom('orders').select('id').where('collected_at', 'is not', null)
  expect((await given.orderBy('id').execute()).map(({ id }) => id)).toEqual(ids)
})

async function tapWithoutRoom(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype
    // Like a full disk: the write is taken, then its transaction aborts.
    IDBObjectStore.prototype.add = function (...row) {
      const request = add.apply(this, row)
      this.transaction.abort()
      return request
    }
    Object.assign(window, { add })
  })
  const give = page.getByRole('button', { name: /^Hand out, / })
  const boxes = await give.count()
  await give.first().click()
  const alert = page.getByRole('alert').filter({ hasText: 'The last tap was not saved.' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    alert.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  await shot(page, 'stall-no-room', { fullPage: false })
  const saved = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(stallFile.parse(saved).commands).toMatchObject([{ kind: 'give', seq: 1 }])
  expect(await give.count()).toBe(boxes)
  await page.evaluate(() => Object.assign(IDBObjectStore.prototype, { add: Object(window).add }))
}

async function flapOnce(cutOff: (isOff: boolean) => Promise<void>): Promise<void> {
  await cutOff(false)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  await cutOff(true)
}

test('a network that carries nothing at first is tried again soon, not in the next round', async () => {
  const { front, phone, commands, shop } = await atTheMarket(2)
  const page = await phone.open()
  await loadStall(page, shop.password)
  front.cut(true)
  await giveBoxes(page, 1)
  await unsent(page, 1)
  await page.getByText('No signal.').waitFor()
  const failed = page.waitForEvent('requestfailed', (sent) => sent.url().endsWith('/commands'))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await failed
  front.cut(false)
  const back = Date.now()
  await expect.poll(commands, { timeout: 30_000 }).toHaveLength(1)
  expect(Date.now() - back).toBeLessThan(10_000)
})

test('a phone that was reported lost shows no names any more, and what was noted on it is still offered', async () => {
  const { phone, cutOff, commands, shop } = await atTheMarket(3)
  const page = await phone.open()
  await loadStall(page, shop.password)
  expect(JSON.stringify(await storeOf(page))).toContain('Ada M.')
  await cutOff(true)
  await giveBoxes(page, 1)
  const lost = await shop.db.selectFrom('stall_phones').select('id').executeTakeFirstOrThrow()
  await (await anOwner(shop)).post(`/api/stall/phones/${lost.id}/lost`, {})
  await cutOff(false)
  await page.getByRole('heading', { name: 'Market day' }).waitFor()
  const named = async () => {
    const { snapshot, draft } = await storeOf(page)
    return [snapshot, draft]
  }
  await expect.poll(named).toEqual([[], []])
  const left = await storeOf(page)
  expect(left.sent).toHaveLength(1)
  expect(JSON.stringify(left)).not.toMatch(/Ada|River St|605 555|@example/)
  expect((await commands()).map(({ outcome }) => outcome)).toEqual(['quarantined'])
})

test('two days after the market no name is left on a phone, once all that waited is sent', async () => {
  const { phone, cutOff, shop } = await atTheMarket(2)
  const page = await phone.open()
  await loadStall(page, shop.password)
  await cutOff(true)
  await giveBoxes(page, 1)
  // The phone lies in a drawer: its clock runs, its pages are closed.
  await phone.context().addInitScript(() => {
    const { now } = Date
    Date.now = () => now() + 3 * 24 * 3_600_000
  })
  await closeDay(shop, 1, 3 * 24)
  const later = await phone.open()
  await unsent(later, 1)
  const names = async () => JSON.stringify((await storeOf(later)).snapshot).includes('Ada M.')
  expect(await names()).toBe(true)
  await cutOff(false)
  await expect.poll(names).toBe(false)
  const { sent, ...left } = await storeOf(later)
  expect(sent).toHaveLength(1)
  expect(JSON.stringify({ sent, ...left })).not.toMatch(/Ada|River St|605 555|@example/)
})

const closeDay = (shop: { db: Db }, id: number, hoursAgo: number) =>
  write(shop.db, (tx) => {
    const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
    const hours = { order_until: ago(hoursAgo + 30), opens_at: ago(hoursAgo + 5) }
    const times = { ...hours, closes_at: ago(hoursAgo) }
    return tx.updateTable('market_days').set(times).where('id', '=', id).execute()
  })

test('a wrong clock moves no phone off the market day of the shop, or off the one that was chosen, and keeps none from reloading', async () => {
  const { phone, shop } = await atTheMarket(2)
  const second = await aSecondDay(shop)
  await closeDay(shop, second, 20)
  await phone.context().addInitScript(() => {
    const { now } = Date
    const clock = { ahead: 26 * 3_600_000 }
    Date.now = () => now() + clock.ahead
    Object.assign(globalThis, { clock })
  })
  const page = await phone.open()
  await loadStall(page, shop.password)
  const setClock = async (hours: number, id: number) => {
    const loaded = page.waitForResponse((answer) => answer.url().endsWith(`/days/${id}`))
    await page.evaluate((ahead) => {
      Object.assign(Reflect.get(globalThis, 'clock'), { ahead })
      dispatchEvent(new Event('online'))
    }, hours * HOUR)
    await loaded
    await page.getByText(/synced/).waitFor()
  }
  const isShown = (place: string) => page.getByRole('heading', { name: place }).waitFor()
  await isShown('Farmers market')
  await setClock(26.1, 1)
  await isShown('Farmers market')
  await openDays(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Farm store' }).click()
  await isShown('Farm store')
  await setClock(26.2, second)
  await isShown('Farm store')
  await setClock(-26, second)
  await isShown('Farm store')
})

test('two market days on one phone, chosen in any order without a network, and signing out once all is sent', async () => {
  const { phone, cutOff, commands, shop } = await atTheMarket(2)
  const second = await aSecondDay(shop)
  const page = await phone.open()
  await loadStall(page, shop.password)
  const choose = async (place: string) => {
    await openDays(page)
    await page.getByRole('dialog').getByRole('button', { name: place }).click()
    await page.getByRole('heading', { name: place }).waitFor()
  }
  await choose('Farm store')
  await cutOff(true)
  await giveBoxes(page, 1)
  await choose('Farmers market')
  await giveBoxes(page, 1)
  await openDays(page)
  await page.getByRole('button', { name: 'Send 2 notes and sign out' }).click()
  await page.getByText('2 notes are kept on this phone.').waitFor()
  await page.getByRole('link', { name: 'Back to the market day' }).click()
  await cutOff(false)
  await unsent(page, 0)
  const days = (await commands()).map(({ market_day_id, outcome }) => [market_day_id, outcome])
  expect(days).toEqual([
    [second, 'applied'],
    [1, 'applied'],
  ])
  await openDays(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('textbox', { name: 'Password' }).waitFor()
  expect((await storeOf(page)).snapshot).toEqual([])
})

test('a phone whose camera cannot be used says so, and a typed number finds the box', async () => {
  const shop = await anOpenShop()
  await aStallDay(shop, { farmers_market: 2, farm_store: 0, delivery: 0 })
  const phone = await aStallPhone(shop.url)
  const page = await phone.open()
  await loadStall(page, shop.password)
  await page.getByRole('button', { name: 'Scan' }).click()
  await page.getByText('The camera of this phone cannot be used here.').waitFor()
  expect(await page.locator('video').isVisible()).toBe(false)
  await shot(page, 'stall-no-camera', { fullPage: false })
  const number = page.getByLabel('Order number')
  await number.fill('99')
  await page.getByRole('button', { name: 'Find the box' }).click()
  await page.getByText('#99 is not on the list of this day.').waitFor()
  expect(await number.inputValue()).toBe('99')
  await number.fill('#2')
  await number.press('Enter')
  await page.getByRole('button', { expanded: true, name: /^#2/ }).waitFor()
})

test('a shop that asks for patience is asked again, whatever becomes of the phone’s clock', async () => {
  const { phone, front, shop, commands } = await atTheMarket(2)
  const page = await phone.open()
  await loadStall(page, shop.password)
  const busy = { status: 429, headers: { 'retry-after': '1' } }
  const body = JSON.stringify({ code: 'too-many', message: 'Please wait.' })
  front.answer('/api/stall/commands', { type: 'application/json', body, ...busy })
  const answered = page.waitForResponse((answer) => answer.status() === 429)
  await giveBoxes(page, 1)
  await answered
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() - 24 * 3_600_000
  })
  front.answer('/api/stall/commands', null)
  const sent = async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    return (await commands()).length
  }
  await expect.poll(sent, { timeout: 8000 }).toBe(1)
})

/** A worker also controls the desk's address, which is above its own. */
const SCRIPT = { type: 'text/javascript', headers: { 'service-worker-allowed': STALL_SCOPE } }

/** An earlier day's page, whose worker controlled only that address. */
const OLD_PAGE = `<title>Old</title><script>
navigator.serviceWorker.register('/admin/stall-worker.js', { scope: '/admin/stall' })
</script>The stall of an earlier day.`

const OLD_WORKER = `addEventListener('install', (event) => event.waitUntil(caches.open('stall-shell-old')
  .then((store) => store.add('/admin/stall')).then(() => skipWaiting())))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && new URL(event.request.url).pathname === '/admin/stall')
    event.respondWith(fetch(event.request).catch(() => caches.match('/admin/stall')))
})`

test('an icon and a worker of the earlier stall end on the market day, without a network too, and what waits is sent', async () => {
  const { phone, front, cutOff, commands, shop } = await atTheMarket(3)
  const page = await phone.open()
  await loadStall(page, shop.password)
  await cutOff(true)
  await giveBoxes(page, 2)
  front.answer('/api/stall/commands', { status: 503, type: 'text/plain', body: 'not now' })
  await cutOff(false)
  front.answer('/admin/stall', { type: 'text/html', body: OLD_PAGE })
  front.answer('/admin/stall-worker.js', { type: 'text/javascript', body: OLD_WORKER })
  await page.evaluate(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await page.reload()
  await page.getByText('The stall of an earlier day.').waitFor()
  const minded = () =>
    page.evaluate(async () => {
      const all = await navigator.serviceWorker.getRegistrations()
      return all.map(({ scope, active }) => `${new URL(scope).pathname} ${active?.state}`).sort()
    })
  await expect.poll(minded).toEqual(['/admin/stall activated'])
  for (const path of ['/admin/stall', '/admin/stall-worker.js']) front.answer(path, null)
  await page.reload()
  await unsent(page, 2)
  await expect.poll(minded).toEqual(['/admin activated'])
  await cutOff(true)
  for (const icon of ['/admin/stall', '/admin']) {
    await page.goto(front.url + icon)
    await unsent(page, 2)
  }
  expect(new URL(page.url()).pathname).toBe('/admin/stall')
  front.answer('/api/stall/commands', null)
  await cutOff(false)
  await unsent(page, 0)
  expect((await commands()).map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
})

test('what an earlier release kept on a phone is sent by the page of now, and each note counts', async () => {
  const kept = JSON.parse(await readFile(`tests/stall-notes/version-${STALL_VERSION}.json`, 'utf8'))
  const { shop } = await aShopOfNotes({ pages: await openPages() })
  const front = await aFront(`http://127.0.0.1:${await shop.listen()}`)
  const phone = await aStallPhone(front.url)
  const { request } = phone.context()
  await request.post(`${front.url}/api/admin/login`, { data: { password: PASSWORD } })
  const { deviceId, grant } = kept.meta
  await request.post(`${front.url}/api/stall/grants`, { data: { deviceId, label: grant.label } })
  front.answer('/api/stall/commands', { status: 503, type: 'text/plain', body: 'not now' })
  const page = phone.context().pages()[0] ?? (await phone.context().newPage())
  await page.goto(`${front.url}/favicon.svg`)
  await page.evaluate(keepAsBefore, kept)
  await phone.open()
  await unsent(page, kept.outbox.length)
  front.answer('/api/stall/commands', null)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await unsent(page, 0)
  expect((await storeOf(page)).outbox).toEqual([])
  const heard = shop.db.selectFrom('stall_commands').select(['id', 'counts']).orderBy('seq')
  expect(await heard.execute()).toEqual(
    kept.outbox.map(({ id }: { id: string }) => ({ id, counts: true })),
  )
})

/** Creates the phone's store as the release that stored this did, and fills it. */
async function keepAsBefore(kept: {
  store: number
  meta: object
  outbox: object[]
  draft: object[]
  snapshot: object[]
}): Promise<void> {
  const opening = indexedDB.open('farmstand-stall', kept.store)
  opening.onupgradeneeded = () => {
    const db = opening.result
    db.createObjectStore('snapshot', { keyPath: 'id' })
    db.createObjectStore('outbox', { keyPath: 'id' }).createIndex('seq', 'seq')
    db.createObjectStore('draft', { keyPath: 'key' })
    db.createObjectStore('sent', { keyPath: 'id' }).createIndex('seq', 'seq')
    db.createObjectStore('meta').put(kept.meta, 'phone')
    for (const table of ['snapshot', 'outbox', 'draft'] as const)
      for (const row of kept[table]) opening.transaction?.objectStore(table).put(row)
  }
  await new Promise((resolve, reject) => {
    opening.onsuccess = resolve
    opening.onerror = reject
  })
  opening.result.close()
}

const BROKEN = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(new Response('Something old.'))
})`

// A browser holds the new worker back until the old one has finished fetching: up to 15 s.
test.skipIf(!IS_LONG)(
  'a broken worker is called back, and nothing of what waits is lost',
  async () => {
    const { phone, front, commands, shop } = await atTheMarket(3)
    const page = await phone.open()
    await loadStall(page, shop.password)
    front.answer('/api/stall/commands', { type: 'text/html', body: 'no answer of the shop' })
    await giveBoxes(page, 1)
    front.answer('/admin/stall-worker.js', { ...SCRIPT, body: BROKEN })
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    // A worker that always has a page to fetch is never replaced: pause between two.
    await expect
      .poll(
        async () => {
          await page.reload()
          return page.textContent('body')
        },
        { interval: 1500, timeout: 40_000 },
      )
      .toBe('Something old.')
    const leaving = await anOpenShop({ STALL_WORKER: 'off' })
    const called = (path: string) => fetch(leaving.url + path).then((answer) => answer.text())
    front.answer('/admin/stall-worker.js', {
      ...SCRIPT,
      body: await called('/admin/stall-worker.js'),
    })
    expect(JSON.parse(await called('/admin/stall-version.json'))).toMatchObject({ kill: true })
    await page.reload()
    await expect
      .poll(() =>
        page.evaluate(async () => [
          ...(await navigator.serviceWorker.getRegistrations()),
          ...(await caches.keys()),
        ]),
      )
      .toEqual([])
    front.answer('/admin/stall-worker.js', null)
    front.answer('/api/stall/commands', null)
    await page.reload()
    await unsent(page, 0)
    expect((await commands()).map(({ outcome }) => outcome)).toEqual(['applied'])
    await isStored(page)
  },
)
