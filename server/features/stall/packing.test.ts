import { expect, test } from 'vitest'
import type { StallBox } from '#contract/market/stall.ts'
import type { Cents } from '#contract/money/money.ts'
import type { Today } from '#contract/today.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aHelper } from '#tests/a-helper.ts'
import { aMarketMorning } from '#tests/a-market-morning.ts'
import { aProduct } from '#tests/a-shop.ts'
import { aPhone, giveOf, type Phone } from '#tests/a-stall.ts'
import { atDesk } from '#tests/at-desk.ts'

/** Eggs and ham, the ham at most $8.00 each at $2.00/lb, paid by card. */
async function aBoxOfHam() {
  const its = await aMarketMorning(0)
  const weigh = { weighUnit: 'lb', weighPrice: 200 as Cents, weighTo: 4000 } as const
  const ham = await aProduct(its.db, { name: 'Ham', price: 800, stock: 20, ...weigh })
  its.clock.now = new Date('2026-11-18T18:00:00.000Z')
  const placed = await aKeyedBuyer(its).buy(
    orderBody([
      [its.eggs, 3],
      [ham, 2],
    ]),
  )
  const { id }: { id: number } = placed.json()
  await its.settled()
  its.clock.now = new Date('2026-11-21T17:00:00.000Z')
  const desk = atDesk(its)
  const weights = async () => ((await desk('GET', '/api/today')).json() as Today).weights
  const box = () => its.boxOf(id)
  const weighed =
    (units: number, weight: number | null, replaces: string[] = []) =>
    async () => ({ order: giveOf(await box()).order, productId: ham.id, units, weight, replaces })
  return { ...its, id, ham, desk, weights, box, weighed }
}

const lineOf = ({ items }: StallBox) => items.find(({ byWeight }) => byWeight)

test('what a phone packs without its weight waits to be weighed, and what it weighs less goes back when it is given', async () => {
  const { phone, box, weights, weighed, db, settled } = await aBoxOfHam()
  expect(await phone.report('pack', { boxes: 2, ...giveOf(await box()) })).toMatchObject({
    outcome: 'applied',
    message: null,
  })
  expect(await box()).toMatchObject({ isPacked: true, boxes: 2, packs: [expect.any(String)] })
  expect(await weights()).toMatchObject({
    ...{ toWeigh: [{ name: 'Ham', units: 2 }], toSendBack: { orders: 0 } },
  })
  const { id: wrong } = await phone.report('weigh', await weighed(2, 3)())
  expect(await weights()).toMatchObject({ toWeigh: [], toSendBack: { orders: 1, amount: 10 } })
  expect(lineOf(await box())?.byWeight).toMatchObject({ weight: 3, amount: 6, weighs: [wrong] })
  await phone.report('weigh', await weighed(2, 7.5, [wrong ?? ''])())
  expect(await weights()).toMatchObject({ toSendBack: { orders: 1, amount: 1 } })
  const refunds = () => db.selectFrom('refunds').select('amount_cents').execute()
  expect(await refunds()).toEqual([])
  await phone.report('give', giveOf(await box()))
  await settled()
  expect(await refunds()).toEqual([{ amount_cents: 100 }])
  expect(await weights()).toMatchObject({ toWeigh: [], toSendBack: { orders: 0 } })
})

test('a pack that is heard after the order was changed leaves the box to be packed, and says so', async () => {
  const { phone, box, desk, id, eggs, order, weights } = await aBoxOfHam()
  const before = giveOf(await box())
  const { revision } = await order(id)
  const lines = [{ productId: eggs.id, units: -1 }]
  const change = { id: crypto.randomUUID(), lines, reason: '', notifiesBuyer: false, revision }
  expect((await desk('POST', `/api/orders/${id}/changes`, change)).statusCode).toBe(200)
  expect(await phone.report('pack', before)).toMatchObject({
    outcome: 'set-aside',
    message: `#${id} was changed, but it was packed as before: 1 more of ${eggs.name}. Please pack it again.`,
  })
  expect(await box()).toMatchObject({ isPacked: false, packs: [] })
  expect((await weights()).toWeigh).toEqual([])
  expect(await phone.report('pack', giveOf(await box()))).toMatchObject({ outcome: 'applied' })
  expect(await box()).toMatchObject({ isPacked: true })
})

test('a pack of an order that was cancelled meanwhile says that its goods go back', async () => {
  const { phone, box, desk, id, order } = await aBoxOfHam()
  const before = giveOf(await box())
  await desk('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
  expect(await phone.report('pack', before)).toMatchObject({
    outcome: 'set-aside',
    message: `#${id} was packed, but it was canceled. Please put its goods back.`,
  })
  await desk('PUT', `/api/orders/${id}/status`, { status: 'pending' })
  expect(await order(id)).toMatchObject({ packed_at: null, status: 'pending' })
})

test('a weight holds for as many as were weighed, and of two phones the lower one counts until the farmer weighs again', async () => {
  const its = await aBoxOfHam()
  const { phone, box, desk, id, ham, weighed, dayId } = its
  const other = await aPhone(its, { dayId, label: 'Phone 2' })
  expect(await phone.report('weigh', await weighed(1, 3)())).toMatchObject({
    message: `#${id} was changed: 1 × Ham was weighed, and it is 2 now. Please weigh it again.`,
  })
  expect(lineOf(await box())?.byWeight).toMatchObject({ weight: null, amount: null })
  const more = await weighed(2, 7.5)()
  await other.report('weigh', { ...more, weight: 7 })
  expect(await phone.report('weigh', more)).toMatchObject({
    outcome: 'set-aside',
    message: `Ham of #${id} was weighed on two phones, and the lower weight counts. If that is wrong, please weigh it again.`,
  })
  expect(lineOf(await box())?.byWeight).toMatchObject({ weight: 7, amount: 14 })
  const typed = await desk('PUT', `/api/orders/${id}/weights`, { productId: ham.id, weight: 7.75 })
  expect(typed.json()).toMatchObject({ weight: 7.75, amount: 15.5 })
  expect(lineOf(await box())?.byWeight?.weighs).toHaveLength(1)
})

test('a helper packs, but what a line weighs and costs is the farmer’s', async () => {
  const its = await aBoxOfHam()
  const { dayId, id, order, box, weighed } = its
  const { cookie } = await aHelper(its)
  const phone: Phone = await aPhone(its, { dayId, label: 'Phone 2', cookie })
  const [shown] = (await phone.day()).boxes
  expect(shown?.items.map(({ byWeight, toWeigh }) => [byWeight, toWeigh])).toEqual([
    [undefined, undefined],
    [undefined, true],
  ])
  const { id: pack } = await phone.report('pack', giveOf(await box()))
  expect((await order(id)).packed_at).not.toBeNull()
  expect(await phone.report('weigh', await weighed(2, 7)())).toMatchObject({
    outcome: 'set-aside',
    message: 'Only the farmer’s own phone can do this.',
  })
  await phone.report('unpack', { order: giveOf(await box()).order, packs: [pack ?? ''] })
  expect((await order(id)).packed_at).toBeNull()
})

test('the desk undoes what a phone packed, and what the desk packed is undone by a phone that names it', async () => {
  const { phone, box, desk, id, order } = await aBoxOfHam()
  const packed = async () => (await order(id)).packed_at !== null
  const { id: own } = await phone.report('pack', giveOf(await box()))
  await desk('PUT', `/api/orders/${id}/packed`, { packed: true })
  const both = await box()
  expect(both.packs).toHaveLength(2)
  await phone.report('unpack', { order: giveOf(both).order, packs: [own ?? ''] })
  expect(await packed()).toBe(true)
  await phone.report('unpack', { order: giveOf(both).order, packs: both.packs })
  expect(await packed()).toBe(false)
  await phone.report('pack', giveOf(await box()))
  await desk('PUT', `/api/orders/${id}/packed`, { packed: false })
  expect([await packed(), (await box()).packs]).toEqual([false, []])
})
