import { describe, expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { aFarmCalendar, MARKET, WEDNESDAYS } from '#tests/a-farm-calendar.ts'

type Farm = Awaited<ReturnType<typeof aFarmCalendar>>

const SATURDAYS = '/api/day-rules/1'

const audit = ({ db }: Farm) => db.selectFrom('audit').select(['action', 'subject']).execute()

const shortly = (days: readonly { day: string }[]) => days.slice(0, 2).map(({ day }) => day)

describe('a new rule', () => {
  test('is shown first and does nothing; confirmed by the hash of what was shown, it makes its days', async () => {
    const farm = await aFarmCalendar()
    const before = await farm.show()
    const plan = await farm.answer('POST', '/api/day-rules', WEDNESDAYS)
    expect([shortly(plan.made), plan.made.length]).toEqual([['2026-11-18', '2026-11-25'], 13])
    expect(plan.made[1]).toMatchObject({
      placeId: MARKET,
      opens: '15:00',
      orderUntil: '2026-11-25T03:00:00.000Z',
      state: 'open',
    })
    expect(plan).toMatchObject({ isDone: false, id: null, changed: [], removed: [], kept: [] })
    expect(await farm.show()).toEqual(before)
    const entries = await audit(farm)
    const done = await farm.twoSteps('POST', '/api/day-rules', WEDNESDAYS)
    expect((await farm.dayAt('2026-11-25')).ruleId).toBe(done.id)
    expect((await audit(farm)).slice(entries.length)).toEqual([
      { action: 'created', subject: `rule:${done.id}` },
    ])
    const { rules } = (await farm.show()).places[0] ?? { rules: [] }
    expect(rules.at(-1)).toMatchObject({ ...WEDNESDAYS, everyWeeks: 1, firstDay: '2026-11-18' })
  })

  const WRONG = [
    [{ opens: '25:00' }, 'opens', 'Please write a time as HH:MM, such as 09:00.'],
    [{ opens: '18:00' }, 'closes', 'It must close after it opens.'],
    [
      { orderDays: 0, orderTime: '18:01' },
      'orderTime',
      'The order cutoff must be before closing time.',
    ],
    [{ orderDays: 15 }, 'orderDays', 'At most 14 days before.'],
    [{ capacity: 0 }, 'capacity', 'At least 1 box, please.'],
    [{ weekday: 8 }, 'weekday', 'Please choose a day of the week.'],
    [{ everyWeeks: 3 }, 'everyWeeks', 'Choose every week or every other week.'],
    [{ firstDay: '2026-02-30' }, 'firstDay', 'Please write a day as YYYY-MM-DD.'],
    [{ lastDay: '2026-11-17' }, 'lastDay', 'The last day must not be before the first one.'],
    [{ seasonFrom: '05-02' }, 'seasonUntil', 'A season needs its first and its last day.'],
    [
      { seasonFrom: '02-30', seasonUntil: '05-02' },
      'seasonFrom',
      'Please write a day of the year as MM-DD, such as 05-02.',
    ],
    [{ placeId: 9 }, 'placeId', 'There is no such place.'],
    [
      { weekday: 6 },
      'weekday',
      'Farmers market is already scheduled for Saturday, November 21, 2026. Change that day instead.',
    ],
    [{ confirm: 'yes' }, 'confirm', 'Please confirm by the hash of the plan.'],
  ] as const

  test('is refused by the field that is wrong', async () => {
    const farm = await aFarmCalendar()
    for (const [change, field, message] of WRONG) {
      const got = await farm.refusal('POST', '/api/day-rules', { ...WEDNESDAYS, ...change })
      expect(got).toEqual([400, 'invalid', field, message])
    }
  })
})

test('two rules of a place meet only where they have a day in common, however far ahead', async () => {
  const farm = await aFarmCalendar()
  const summer = { seasonFrom: '06-01', seasonUntil: '08-31' }
  await farm.twoSteps('POST', '/api/day-rules', { ...WEDNESDAYS, ...summer })
  const even = { ...WEDNESDAYS, everyWeeks: 2, seasonFrom: '09-01', seasonUntil: '05-31' }
  await farm.twoSteps('POST', '/api/day-rules', { ...even, firstDay: '2026-11-18' })
  await farm.twoSteps('POST', '/api/day-rules', { ...even, firstDay: '2026-11-25' })
  // August 31 next falls on a Wednesday in 2033.
  const oneDay = { ...WEDNESDAYS, seasonFrom: '08-31', seasonUntil: '08-31' }
  expect((await farm.refusal('POST', '/api/day-rules', oneDay))[3]).toMatch(
    /Wednesday, August 31, 2033/,
  )
  const third = { ...WEDNESDAYS, lastDay: '2026-11-18' }
  expect((await farm.refusal('POST', '/api/day-rules', third))[2]).toBe('weekday')
})

describe('a changed rule', () => {
  test('changes its free days, and keeps those with orders and those edited by hand', async () => {
    const farm = await aFarmCalendar()
    await farm.buy()
    const edited = await farm.dayAt('2026-11-28')
    await farm.answer('PUT', `/api/market-days/${edited.id}`, { opens: '10:00' })
    const plan = await farm.twoSteps('PUT', SATURDAYS, { opens: '08:00' })
    expect([plan.made, plan.removed]).toEqual([[], []])
    expect(shortly(plan.changed)).toEqual(['2026-12-05', '2026-12-12'])
    expect(plan.kept).toMatchObject([
      { day: '2026-11-21', orders: 1, byHand: false },
      { day: '2026-11-28', orders: 0, byHand: true },
    ])
    const opens = (await farm.show()).days.filter(({ placeId }) => placeId === MARKET)
    expect(opens.slice(0, 3).map((day) => day.opens)).toEqual(['09:00', '10:00', '08:00'])
  })

  test('is refused where an order came since its plan was shown, and nothing of it is done', async () => {
    const farm = await aFarmCalendar()
    const { hash } = await farm.answer('PUT', SATURDAYS, { opens: '08:00' })
    await farm.buy()
    const before = await farm.show()
    expect(await farm.refusal('PUT', SATURDAYS, { opens: '08:00', confirm: hash })).toEqual([
      409,
      'plan-changed',
      undefined,
      'Nothing was saved because something changed in the meantime. Please look at the days again.',
    ])
    expect(await farm.show()).toEqual(before)
  })

  test('merges with what others changed', async () => {
    const farm = await aFarmCalendar()
    const [base] = (await farm.show()).places[0]?.rules ?? []
    await farm.twoSteps('PUT', SATURDAYS, { ...base, capacity: 40, base })
    await farm.twoSteps('PUT', SATURDAYS, { ...base, closes: '13:00', base })
    expect(await farm.dayAt('2026-11-28')).toMatchObject({ capacity: 40, closes: '13:00' })
  })
})

describe('a rule that is removed', () => {
  test('takes its coming days without orders along', async () => {
    const farm = await aFarmCalendar()
    await farm.buy()
    const plan = await farm.twoSteps('DELETE', SATURDAYS)
    expect([plan.removed.length, plan.kept.length]).toEqual([12, 1])
    expect(await farm.daysOf()).toEqual(['2026-11-21 open'])
    expect((await farm.refusal('DELETE', SATURDAYS))[0]).toBe(404)
    expect((await farm.refusal('PUT', SATURDAYS, {}))[0]).toBe(404)
  })

  test('leaves no day on sale whose orders were all cancelled', async () => {
    const farm = await aFarmCalendar()
    const id = await farm.buy()
    await farm.answer('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
    const plan = await farm.twoSteps('DELETE', SATURDAYS)
    expect(plan.removed[0]).toEqual({ placeId: MARKET, day: '2026-11-21' })
    expect(await farm.daysOf()).toEqual(['2026-11-21 closed'])
  })
})

describe('a closure', () => {
  const THANKSGIVING = {
    fromDay: '2026-11-26',
    untilDay: '2026-11-29',
    message: 'We are with our family.',
  }

  test('closes free days with its words, keeps those with orders, and opens them again when it goes', async () => {
    const farm = await aFarmCalendar()
    await write(farm.db, (tx) => tx.updateTable('places').set({ days_ahead: 2 }).execute())
    await farm.buy({ day: '2026-11-28' })
    const plan = await farm.twoSteps('POST', '/api/closures', THANKSGIVING)
    expect(plan.changed).toMatchObject([{ placeId: 2, day: '2026-11-28', state: 'closed' }])
    expect(plan.kept).toMatchObject([{ placeId: 1, day: '2026-11-28', orders: 1 }])
    const { closures } = await farm.show()
    expect(closures).toEqual([{ id: plan.id, placeId: null, ...THANKSGIVING }])
    expect(await farm.dayAt('2026-11-28', 2)).toMatchObject({ message: THANKSGIVING.message })
    const opened = await farm.twoSteps('DELETE', `/api/closures/${plan.id}`)
    expect(opened.changed).toMatchObject([{ placeId: 2, day: '2026-11-28', state: 'open' }])
    expect((await farm.show()).closures).toEqual([])
  })

  test('of 400 days says how many it closes before it does', async () => {
    const farm = await aFarmCalendar()
    const long = { placeId: MARKET, fromDay: '2026-11-18', untilDay: '2027-12-23' }
    const plan = await farm.answer('POST', '/api/closures', long)
    expect(plan.changed).toHaveLength(13)
    expect((await farm.daysOf()).every((day) => day.endsWith('open'))).toBe(true)
  })

  const WRONG = [
    [{ untilDay: '2026-11-25' }, 'untilDay', 'The last day must not be before the first one.'],
    [{ fromDay: '2026-11-16', untilDay: '2026-11-17' }, 'untilDay', 'These days are over already.'],
    [{ fromDay: '2026-02-30' }, 'fromDay', 'Please write a day as YYYY-MM-DD.'],
    [{ placeId: 9 }, 'placeId', 'There is no such place.'],
  ] as const

  test('is refused by the field that is wrong', async () => {
    const farm = await aFarmCalendar()
    for (const [change, field, message] of WRONG) {
      const got = await farm.refusal('POST', '/api/closures', { ...THANKSGIVING, ...change })
      expect(got).toEqual([400, 'invalid', field, message])
    }
  })
})
