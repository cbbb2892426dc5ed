import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { aFarmCalendar } from '#tests/a-farm-calendar.ts'
import { aPhone } from '#tests/a-stall.ts'
import { SPEAKS_OF_DAYS } from './fill-days.ts'

const DAYS = ['2026-11-21', '2026-11-28']

async function aLoadedTruck() {
  const farm = await aFarmCalendar()
  const [first, next] = await Promise.all(DAYS.map((day) => farm.dayAt(day)))
  const phone = await aPhone(farm, { dayId: first?.id ?? 0 })
  await phone.report('load', { goods: [{ productId: farm.eggs.id, units: 6 }] })
  const note = { move: 'put_in' as const, amount: 5, note: null }
  await phone.report('cash-move', { ...note, marketDayId: next?.id ?? 0 })
  return { ...farm, phone }
}

test('a day that a phone spoke of is closed where its rule goes, and takes what else the phone tells', async () => {
  const { twoSteps, daysOf, phone } = await aLoadedTruck()
  const { removed } = await twoSteps('DELETE', '/api/day-rules/1')
  expect(removed.slice(0, 2).map(({ day }) => day)).toEqual(DAYS)
  expect(await daysOf()).toEqual(DAYS.map((day) => `${day} closed`))
  const sent = await phone.report('cash-move', { move: 'paid_out', amount: 1, note: null })
  expect(sent).toMatchObject({ outcome: 'applied' })
})

test('and so it is where its place is given up', async () => {
  const { answer, daysOf } = await aLoadedTruck()
  await answer('PUT', '/api/places/1', { isRetired: true })
  expect(await daysOf()).toEqual(DAYS.map((day) => `${day} closed`))
})

test('it can be closed by hand and opened again, and takes what the phone tells meanwhile', async () => {
  const { answer, dayAt, daysOf, phone } = await aLoadedTruck()
  const { id } = await dayAt('2026-11-21')
  const closing = { id: crypto.randomUUID(), message: 'Frost.', moveTo: null, cancelRest: false }
  const url = `/api/market-days/${id}/close`
  const { confirm } = await answer('POST', url, closing)
  await answer('POST', url, { ...closing, confirm })
  expect((await daysOf())[0]).toBe('2026-11-21 closed')
  const sent = await phone.report('cash-move', { move: 'paid_out', amount: 1, note: null })
  expect(sent).toMatchObject({ outcome: 'applied' })
  await answer('PUT', `/api/market-days/${id}`, { state: 'open' })
  expect((await daysOf())[0]).toBe('2026-11-21 open')
})

test.skipIf(inject('postgresUrl'))('no table that refers to a day is forgotten', async () => {
  const { db } = await aFarmCalendar()
  const { rows } = await sql<{ name: string; column: string }>`
    select tables.name, keys."from" as "column"
    from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys
    where tables.type = 'table' and keys."table" = 'market_days' and keys.on_delete = 'NO ACTION'
  `.execute(db)
  const columns = rows.map(({ name, column }) => `${name}.${column}`)
  expect(SPEAKS_OF_DAYS.map((pair) => pair.join('.')).sort()).toEqual(columns.sort())
})
