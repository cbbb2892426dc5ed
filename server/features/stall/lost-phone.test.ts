import { expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { aHelper } from '#tests/a-helper.ts'
import { aMarketMorning } from '#tests/a-market-morning.ts'
import { aBrowserAt } from '#tests/a-passkey.ts'
import { signIn } from '#tests/a-shop.ts'
import { aPhone, cashSale } from '#tests/a-stall.ts'

/** A helper's stall phone, reported lost by the farmer from elsewhere. */
async function aLostPhone(before: (shop: MarketMorning) => Promise<unknown> = async () => {}) {
  const its = await aMarketMorning(0)
  const helper = await aHelper(its)
  const phone = await aPhone(its, { dayId: its.dayId, cookie: helper.cookie })
  await before(its)
  const cookie = await signIn(its)
  const ask = (method: 'GET' | 'POST' | 'DELETE', url: string) =>
    its.inject({ method, url, headers: { cookie, accept: 'application/json' } })
  const at = `/api/stall/phones/${phone.deviceId}`
  expect((await ask('POST', `${at}/lost`)).statusCode).toBe(200)
  const shown = async () => {
    const { phones } = (await ask('GET', '/api/stall')).json()
    return phones.find(({ id }: { id: string }) => id === phone.deviceId)
  }
  const grant = (deviceId: string, own: string) =>
    its.inject({
      ...{ method: 'POST', url: '/api/stall/grants', payload: { deviceId, label: 'Phone 1' } },
      headers: { cookie: own, accept: 'application/json' },
    })
  const putIn = () =>
    phone.report('cash-move', { move: 'put_in', amount: 1, note: null }).then((one) => one.outcome)
  return { its, helper, phone, ask, at, shown, grant, putIn }
}

type MarketMorning = Awaited<ReturnType<typeof aMarketMorning>>

test('a lost phone is lost as a helper’s phone, too: it opens nothing, and does not let itself in again', async () => {
  const { its, helper, phone, shown, grant, putIn } = await aLostPhone()
  const lists = { url: '/api/days', headers: { cookie: helper.cookie } }
  expect((await its.inject(lists)).statusCode).toBe(401)
  const both = `${helper.cookie}; ${phone.cookie()}`
  for (const id of [phone.deviceId, crypto.randomUUID()])
    expect((await grant(id, both)).statusCode).toBe(401)
  expect(await shown()).toMatchObject({ lostAt: its.clock.now.toISOString(), endsAt: null })
  expect(await putIn()).toBe('quarantined')
})

test('whoever else comes by it leaves a lost phone lost, until the farmer signs in on it or says that it is done', async () => {
  const { its, helper, phone, ask, at, shown, grant, putIn } = await aLostPhone()
  const again = await helper.link(await helper.newSecret())
  const linked = aBrowserAt(its, `${again.cookies[0]?.name}=${again.cookies[0]?.value}`)
  const both = `${linked.cookie()}; ${phone.cookie()}`
  for (const [id, cookie] of [
    [phone.deviceId, linked.cookie()],
    [phone.deviceId, both],
    [crypto.randomUUID(), both],
  ] as const)
    expect((await grant(id, cookie)).json()).toEqual({
      code: 'phone-lost',
      message: 'This phone was reported lost. Only the farmer can let it in again.',
    })
  expect([(await shown()).endsAt, await putIn()]).toEqual([null, 'quarantined'])
  await ask('POST', `${at}/done`)
  expect((await grant(phone.deviceId, both)).statusCode).toBe(201)
  await ask('POST', `${at}/lost`)
  expect((await grant(phone.deviceId, await signIn(its))).statusCode).toBe(201)
  expect((await shown()).lostAt).toBeNull()
})

test('the browser that a lost phone was granted in is signed out, but not the one that says so', async () => {
  const its = await aMarketMorning(0)
  const [lost, own] = [await signIn(its), await signIn(its)]
  const theirs = await aPhone(its, { dayId: its.dayId, cookie: lost })
  const here = await aPhone(its, { dayId: its.dayId, cookie: own })
  for (const { deviceId } of [theirs, here])
    await its.inject({
      ...{ method: 'POST', url: `/api/stall/phones/${deviceId}/lost`, headers: { cookie: own } },
    })
  const statusOf = async (cookie: string) =>
    (await its.inject({ url: '/api/orders', headers: { cookie } })).statusCode
  expect([await statusOf(lost), await statusOf(own)]).toEqual([401, 200])
})

test('where the release before noted no phone, all of a helper’s phones end with one that is lost', async () => {
  const unknown = { session_id_hash: null, device_secret_hash: null }
  const { its, helper } = await aLostPhone(({ db }) =>
    write(db, (tx) => tx.updateTable('stall_grants').set(unknown).execute()),
  )
  const lists = { url: '/api/days', headers: { cookie: helper.cookie } }
  expect((await its.inject(lists)).statusCode).toBe(401)
})

test('notes of a lost phone are shown after all others, and kept up to two megabytes', async () => {
  const { its, phone, ask } = await aLostPhone()
  for (let call = 0; call < 5; call++)
    await phone.send(...Array.from({ length: 50 }, (_, note) => ({ junk: `${call} ${note}` })))
  await its.phone.report('sell', cashSale(5, { productId: 4711 }))
  const { toDecide } = (await ask('GET', '/api/stall')).json()
  expect([toDecide.length, toDecide[0].phoneLabel]).toEqual([200, 'Phone 1'])
  expect(toDecide[0].message).toContain('does not know one of the products')
  const long = (note: number) => ({ junk: `${note}${'x'.repeat(60_000)}` })
  const statuses: number[] = []
  for (let note = 0; note < 36; note++) statuses.push((await phone.post([long(note)])).statusCode)
  expect(statuses).toEqual([...Array(34).fill(200), 413, 413])
  expect((await phone.post([])).statusCode).toBe(200)
  const mine = (note: number) => its.phone.post([long(note)])
  expect((await mine(0)).statusCode).toBe(200)
})

test('what cannot be read of a helper’s phone is kept up to two megabytes, and its other notes go on', async () => {
  const its = await aMarketMorning(0)
  const helper = await aHelper(its)
  const phone = await aPhone(its, { dayId: its.dayId, cookie: helper.cookie })
  const junk = (note: number) => ({ junk: `${note}${'x'.repeat(60_000)}` })
  const good = () => phone.make('cash-move', { move: 'put_in', amount: 1, note: null })
  await phone.send(junk(0))
  const body = JSON.stringify({ sent: 'x'.repeat(2 * 1024 * 1024 - 110_000) })
  await write(its.db, (tx) => tx.updateTable('stall_commands').set({ body }).execute())
  await phone.send(junk(1))
  expect((await phone.post([junk(2), good()])).statusCode).toBe(413)
  expect((await phone.send(good())).results).toMatchObject([{ outcome: 'applied' }])
})
