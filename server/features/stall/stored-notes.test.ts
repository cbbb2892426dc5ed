import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { marketCommand } from '#contract/market/commands.ts'
import { STALL_VERSION, stall } from '#contract/market/stall.ts'
import { showCashBox } from '#server/features/market/show-cash-box.ts'
import { aShopOfNotes } from '#tests/a-shop-of-notes.ts'
import { aPhone } from '#tests/a-stall.ts'

const stored = JSON.parse(readFileSync(`tests/stall-notes/version-${STALL_VERSION}.json`, 'utf8'))
type Row = { id: string; command: { kind: string } }
const rows: Row[] = stored.outbox

test('the stored notes of a phone have one of every kind', () => {
  const kinds = marketCommand.def.options.flatMap(({ def }) => [
    ...(def.shape.kind._zod.values ?? []),
  ])
  expect([...new Set(rows.map(({ command }) => command.kind))].sort()).toEqual(kinds.sort())
  expect(stored.notes).toBe(STALL_VERSION)
})

test('the day that a phone has stored says all that is said of a day', () => {
  for (const { day } of stored.snapshot) expect(z.parse(stall.day.output, day)).toEqual(day)
})

test.each([
  ['in their order', rows],
  ['the last one first', rows.toReversed()],
])('each note that a phone has stored counts, %s', async (_, sent) => {
  const { shop, dayId } = await aShopOfNotes()
  const phone = await aPhone(shop, { dayId, deviceId: stored.meta.deviceId })
  const commands = sent.map(({ command }) => command)
  const answer = await phone.post(commands, { version: stored.notes })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json().results.map(({ id }: { id: string }) => id)).toEqual(
    sent.map(({ id }) => id),
  )
  const heard = shop.db.selectFrom('stall_commands').select(['id', 'counts']).orderBy('seq')
  expect(await heard.execute()).toEqual(rows.map(({ id }) => ({ id, counts: true })))
  const orders = shop.db
    .selectFrom('orders')
    .select(['packed_at', 'boxes', 'collected_at', 'status'])
  expect(await orders.orderBy('id').execute()).toMatchObject([
    { packed_at: expect.any(String), boxes: 2, collected_at: null, status: 'processing' },
    { packed_at: null, collected_at: expect.any(String), status: 'delivered' },
  ])
  expect(await shop.db.selectFrom('weighings').select('cents').execute()).toEqual([{ cents: 650 }])
  // $50 to start, $7.50 of sales, $7 of orders, and $8 more put in than paid out.
  expect(await showCashBox(shop.db, dayId)).toMatchObject({ expected: 72.5 })
  const stock = shop.db.selectFrom('products').select('stock').where('id', '=', 1)
  expect(await stock.executeTakeFirst()).toEqual({ stock: 18 })
})
