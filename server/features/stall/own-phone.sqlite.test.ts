import { expect, test } from 'vitest'
import type { StallPhone } from '#contract/market/stall-desk.ts'
import { write } from '#server/db/write.ts'
import { aHelper } from '#tests/a-helper.ts'
import { aMarketMorning } from '#tests/a-market-morning.ts'
import { aBrowserAt } from '#tests/a-passkey.ts'
import { type AShop, signIn } from '#tests/a-shop.ts'
import { aPhone } from '#tests/a-stall.ts'

function grant(shop: Pick<AShop, 'inject'>, deviceId: string, ...cookies: string[]) {
  return shop.inject({
    ...{ method: 'POST', url: '/api/stall/grants', payload: { deviceId, label: 'Phone 1' } },
    headers: { cookie: cookies.join('; '), accept: 'application/json' },
  })
}

async function linkedAgain(helper: Awaited<ReturnType<typeof aHelper>>): Promise<string> {
  const [cookie] = (await helper.link(await helper.newSecret())).cookies
  return `${cookie?.name}=${cookie?.value}`
}

test('no helper takes a phone that is somebody else’s, and its holder notices nothing', async () => {
  const its = await aMarketMorning(0)
  const helper = await aHelper(its)
  const refused = await grant(its, its.phone.deviceId, helper.cookie)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'in-use',
      message:
        'This phone is known as somebody else’s. Please ask the farmer to sign in on it once.',
      field: 'deviceId',
    },
  ])
  const cookie = await signIn(its)
  const { phones } = (
    await its.inject({ url: '/api/stall', headers: { cookie, accept: 'application/json' } })
  ).json()
  expect(phones).toMatchObject([{ personName: 'Farmer', id: its.phone.deviceId }])
})

test('a phone goes from one person to another, by its cookie, though its grant is over', async () => {
  const its = await aMarketMorning(0)
  const hanna = await aHelper(its)
  expect((await grant(its, its.phone.deviceId, hanna.cookie, its.phone.cookie())).statusCode).toBe(
    201,
  )
  const otto = await aHelper(its, 'Otto')
  await its.inject({
    ...{ method: 'DELETE', url: '/api/stall/grants', headers: { cookie: its.phone.cookie() } },
  })
  const his = await grant(its, its.phone.deviceId, otto.cookie, its.phone.cookie())
  expect([his.statusCode, his.json().grant?.person.name]).toEqual([201, 'Otto'])
})

test('a phone that forgot its cookie is its last holder’s and the farmer’s, and of none who held it before', async () => {
  const its = await aMarketMorning(0)
  const [hanna, otto] = [await aHelper(its), await aHelper(its, 'Otto')]
  const phone = await aPhone(its, { dayId: its.dayId, cookie: hanna.cookie })
  expect((await grant(its, phone.deviceId, await linkedAgain(hanna))).statusCode).toBe(201)
  its.clock.now = new Date(its.clock.now.getTime() + 60_000)
  expect((await grant(its, phone.deviceId, otto.cookie, phone.cookie())).statusCode).toBe(201)
  expect((await grant(its, phone.deviceId, await linkedAgain(hanna))).statusCode).toBe(409)
  expect((await grant(its, phone.deviceId, await signIn(its))).statusCode).toBe(201)
})

test('a phone of which only a file is known is whose it was, and a cookie of one phone opens no other', async () => {
  const its = await aMarketMorning(0)
  const [helper, deviceId] = [await aHelper(its), crypto.randomUUID()]
  const file = { version: 1, deviceId, sentAt: its.clock.now.toISOString(), waiting: 0, gone: [] }
  await its.inject({
    ...{ method: 'POST', url: '/api/stall/files', payload: { ...file, commands: [] } },
    headers: { cookie: await signIn(its) },
  })
  const browser = aBrowserAt(its, helper.cookie)
  const granted = await browser.ask('POST', '/api/stall/grants', { deviceId, label: 'Phone 2' })
  expect(granted.statusCode).toBe(201)
  expect((await grant(its, its.phone.deviceId, browser.cookie())).statusCode).toBe(409)
})

test('a phone reads its own id, and those of others under names that open nothing', async () => {
  const its = await aMarketMorning(0)
  const helper = await aHelper(its)
  const hers = await aPhone(its, { dayId: its.dayId, cookie: helper.cookie, label: 'Hers' })
  await its.phone.day()
  await hers.day()
  const { phones } = await hers.day()
  expect(phones.map(({ label }) => label)).toEqual(['Hers', 'Phone 1'])
  expect(phones[0]?.deviceId).toBe(hers.deviceId)
  expect(phones[1]?.deviceId).not.toBe(its.phone.deviceId)
  expect((await its.phone.day()).phones[1]?.deviceId).toBe(its.phone.deviceId)
  const taken = await grant(its, phones[1]?.deviceId ?? '', helper.cookie)
  expect(taken.statusCode).not.toBe(201)
})

test('a number far above the others of a helper’s phone waits for the farmer, and leaves no gap', async () => {
  const its = await aMarketMorning(0)
  const helper = await aHelper(its)
  const phone = await aPhone(its, { dayId: its.dayId, cookie: helper.cookie })
  const put = (seq: number) =>
    phone.make('cash-move', { move: 'put_in', amount: 1, note: null, seq })
  const far = await phone.send(put(2_147_483_647), { id: crypto.randomUUID(), seq: 2_147_483_646 })
  expect(far).toMatchObject({
    results: [
      {
        outcome: 'set-aside',
        message: 'The phone gave this the number 2147483647, far above all others of it.',
      },
      { outcome: 'unreadable' },
    ],
    ...{ seen: 0, missing: [] },
  })
  expect((await phone.send(put(1), put(900))).results).toMatchObject([
    ...[{ outcome: 'applied' }, { outcome: 'applied' }],
  ])
  for (const step of [4000, 5000, 8000, 12_000]) await phone.send(put(step))
  expect((await phone.send()).seen).toBe(5000)
  const cookie = await signIn(its)
  const overview = (
    await its.inject({ url: '/api/stall', headers: { cookie, accept: 'application/json' } })
  ).json()
  const [shown] = overview.phones.filter(({ id }: { id: string }) => id === phone.deviceId)
  expect(shown.missing).toBe(5000 - 4)
  const aside = overview.toDecide.find(({ message }: { message: string }) =>
    /2147483647/.test(message),
  )
  await its.inject({
    ...{ method: 'POST', url: `/api/stall/commands/${aside.id}/settle`, headers: { cookie } },
    payload: { how: 'take', message: null },
  })
  const moves = await its.db.selectFrom('cash_moves').select('id').execute()
  expect(moves).toHaveLength(5)
  // The farmer's own phone may have counted on after the shop was restored from an old backup.
  expect((await its.phone.send({ ...put(20_000) })).seen).toBe(20_000)
})

test('a helper has at most ten phones at the stall, and none once the farmer let the helper go', async () => {
  const its = await aMarketMorning(0)
  const helper = await aHelper(its)
  const ids = Array.from({ length: 10 }, () => crypto.randomUUID())
  for (const id of ids) expect((await grant(its, id, helper.cookie)).statusCode).toBe(201)
  expect((await grant(its, crypto.randomUUID(), helper.cookie)).json()).toEqual({
    code: 'list-full',
    message: 'At most 10 phones for one person, please. The farmer can end one at the desk.',
  })
  expect((await grant(its, ids[0] ?? '', helper.cookie)).statusCode).toBe(201)
  await helper.ask('POST', `/api/stall/phones/${ids[1]}/done`)
  expect((await grant(its, crypto.randomUUID(), helper.cookie)).statusCode).toBe(201)
  // As an earlier release left it: removing a helper ended no phone's grant.
  await write(its.db, (tx) =>
    tx
      .updateTable('people')
      .set({ ended_at: its.clock.now.toISOString() })
      .where('id', '=', helper.id)
      .execute(),
  )
  const { phones } = (await helper.ask('GET' as 'POST', '/api/stall')).json()
  expect(phones.map(({ label, personName }: StallPhone) => [label, personName])).toEqual([
    ['Phone 1', 'Farmer'],
  ])
})
