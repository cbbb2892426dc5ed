import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { someOf } from '../length-of-run.ts'
import { GIVEN_BACK, SOLD } from './a-case.ts'
import { aDay, type Day } from './a-day.ts'
import { aFarm } from './a-farm.ts'
import { aHolder, anOrder } from './buyers-ways.ts'

/**
 * Makes a transaction that writes such a row wait for the one lock, as long as the test holds it.
 */
const BARRIER = (table: string, row: string) => `
  SELECT pg_advisory_lock(1);
  CREATE OR REPLACE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END';
  CREATE TRIGGER wait_here BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW WHEN (${row}) EXECUTE FUNCTION wait_here()`

/** Waits for this database's lock; other tests' shops wait for their own. */
const WAITING = `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

async function killWriting(
  its: Day,
  [table, row]: Place,
  work: () => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(its.databaseUrl ?? '')
  await client.connect()
  try {
    await client.query(BARRIER(table, row))
    work().catch(() => undefined)
    await its.until(async () => (await client.query(WAITING)).rowCount !== 0)
    await its.kill()
    await client.query('SELECT pg_advisory_unlock(1)')
    await client.query(`DROP TRIGGER wait_here ON ${table}`)
  } finally {
    await client.end()
  }
}

type Place = [table: string, row: string]

const WHILE_SELLING: Place[] = [
  ['order_items', 'true'],
  ['stock_movements', 'true'],
  ['payments', `NEW.state = 'capturing'`],
  ['payments', `NEW.state = 'captured'`],
  ['outbox', 'true'],
]
const WHILE_CANCELLING: Place[] = [
  ['refunds', 'true'],
  ['stock_movements', 'true'],
  ['orders', `NEW.status = 'cancelled'`],
]

test.runIf(inject('postgresUrl'))(
  'a transaction that is broken off at any of its rows is undone as a whole: an order, its capture, and a cancellation',
  { timeout: 240_000 },
  async () => {
    const farm = await aFarm(onTestFinished)
    for (const place of someOf(WHILE_SELLING, 7)) {
      const its = await aDay(farm)
      await killWriting(its, place, async () => (await aHolder(its)).placeOrder(its.body))
      await its.end()
      expect([place, await its.standing(), await its.whatWentWrong()]).toEqual([place, SOLD, []])
    }
    for (const place of someOf(WHILE_CANCELLING, 5)) {
      const its = await aDay(farm)
      const id = await anOrder(its)
      await killWriting(its, place, () => its.setStatus(id, 'cancelled'))
      await its.open()
      expect([place, await its.standing()]).toEqual([place, SOLD])
      await its.setStatus(id, 'cancelled')
      await its.end()
      const wrong = await its.whatWentWrong()
      expect([place, await its.standing(), wrong]).toEqual([place, GIVEN_BACK, []])
    }
  },
)
