import { expect, test } from 'vitest'
import type { NoShowDraft } from '#contract/market/no-shows.ts'
import { aMarketMorning } from '#tests/a-market-morning.ts'
import { aPhone, giveOf } from '#tests/a-stall.ts'
import { atDesk } from '#tests/at-desk.ts'

/**
 * Two no-shows from Saturday, one kept until the given day, then the next; a week later a phone is
 * at the stall.
 */
async function aWeekLater(...untils: readonly string[]) {
  const its = await aMarketMorning(2)
  const [kept = 0] = its.ids
  const desk = atDesk(its)
  const decide = async (id: number, draft: Partial<NoShowDraft>) => {
    const { revision } = await its.order(id)
    const decision = { id: crypto.randomUUID(), message: '', revision, ...draft }
    const answer = await desk('POST', `/api/orders/${id}/no-show`, decision)
    expect(answer.statusCode, answer.body).toBe(200)
  }
  for (const [hour, keepUntil] of untils.entries()) {
    its.clock.now = new Date(`2026-11-21T2${1 + hour}:30:00.000Z`)
    await decide(kept, { decision: 'keep', keepUntil })
  }
  const days = its.db.selectFrom('market_days').select('id').where('day', '=', '2026-11-28')
  const { id: dayId } = await days.where('place_id', '=', 1).executeTakeFirstOrThrow()
  its.clock.now = new Date('2026-11-28T17:00:00.000Z')
  const phone = await aPhone(its, { dayId })
  const boxes = async () => (await phone.day()).boxes
  return { ...its, kept, decide, phone, boxes }
}

test('an order that is kept is among the boxes of the next market, and handed over there', async () => {
  const { kept, phone, boxes, order } = await aWeekLater('2026-11-28')
  const [box, ...more] = await boxes()
  expect(more).toEqual([])
  if (!box) return expect(box).toBeDefined()
  expect(box).toMatchObject({ id: kept, items: [{ units: 1 }], gives: [] })
  expect(box.carriedFrom).toEqual({ day: '2026-11-21', placeName: 'Farmers market' })
  const { id: give, ...made } = phone.make('give', giveOf(box))
  const { results } = await phone.send({ id: give, ...made })
  expect(results).toMatchObject([{ outcome: 'applied', message: null }])
  expect((await order(kept)).collected_at).toBe('2026-11-28T17:00:00.000Z')
  expect(await boxes()).toMatchObject([{ id: kept, gives: [{ id: give }] }])
  await phone.report('take-back', { order: giveOf(box).order, gives: [give] })
  expect((await order(kept)).collected_at).toBeNull()
  expect(await boxes()).toMatchObject([{ id: kept, gives: [] }])
})

test('it is no more once the time is over, or the farmer decided anew', async () => {
  expect(await (await aWeekLater('2026-11-27')).boxes()).toEqual([])
  expect(await (await aWeekLater('2026-11-29', '2026-11-24')).boxes()).toEqual([])
  const { kept, decide, boxes } = await aWeekLater('2026-11-29')
  expect(await boxes()).toHaveLength(1)
  await decide(kept, { decision: 'give_away' })
  expect(await boxes()).toEqual([])
})

test('what was decided of it after a phone left is told when the phone hands it over all the same', async () => {
  const { kept, decide, phone, boxes } = await aWeekLater('2026-11-29')
  const [box] = await boxes()
  await decide(kept, { decision: 'give_away' })
  if (!box) return expect(box).toBeDefined()
  expect(await phone.report('give', giveOf(box))).toMatchObject({
    outcome: 'set-aside',
    message: expect.stringContaining('it was given away'),
  })
})
