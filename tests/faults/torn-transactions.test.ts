import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { GIVEN_BACK, SOLD } from './a-case.ts'
import { aDay, type Day } from './a-day.ts'
import { aFarm } from './a-farm.ts'
import { aHolder, anOrder } from './buyers-ways.ts'

/** Kills the shop while its transaction waits to write into a table, which only PostgreSQL can keep it from. */
async function killWriting(its: Day, table: string, work: () => Promise<unknown>): Promise<void> {
  const client = new pg.Client(its.databaseUrl ?? '')
  await client.connect()
  try {
    await client.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`)
    work().catch(() => undefined)
    await its.until(async () => (await client.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount !== 0)
    await its.kill()
  } finally {
    await client.end()
  }
}

const places = async (its: Day) => (await aHolder(its)).placeOrder(its.body)

describe.runIf(inject('postgresUrl'))('a transaction that was broken off in the middle is undone as a whole:', () => {
  test('an order at its lines and at its stock, its capture at its mail, its cancellation at its refund', {
    timeout: 120_000,
  }, async () => {
    const farm = await aFarm(onTestFinished)
    for (const table of ['order_items', 'stock_movements', 'outbox']) {
      const its = await aDay(farm)
      await killWriting(its, table, () => places(its))
      await its.end()
      expect([table, await its.standing(), await its.whatWentWrong()]).toEqual([table, SOLD, []])
    }
    for (const table of ['refunds', 'stock_movements']) {
      const its = await aDay(farm)
      const id = await anOrder(its)
      await killWriting(its, table, () => its.setStatus(id, 'cancelled'))
      await its.open()
      await its.setStatus(id, 'cancelled')
      await its.end()
      expect([table, await its.standing(), await its.whatWentWrong()]).toEqual([table, GIVEN_BACK, []])
    }
  })
})
