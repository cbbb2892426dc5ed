import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { showCashBox } from '#server/features/market/show-cash-box.ts'
import { aMarketMorning } from '../a-market-morning.ts'
import { aPhone } from '../a-stall.ts'

/**
 * Where each waits while the test holds its lock: after reading what the other may change, before
 * writing.
 */
const GATES = { sale: { table: 'tenders', key: 1 }, count: { table: 'cash_counts', key: 2 } }
type Who = keyof typeof GATES

const GATE = ({ table, key }: (typeof GATES)[Who]) => `
  CREATE FUNCTION wait_at_${table}() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN PERFORM pg_advisory_xact_lock(${key}); RETURN NEW; END';
  CREATE TRIGGER wait_here BEFORE INSERT ON ${table} FOR EACH ROW
    EXECUTE FUNCTION wait_at_${table}()`

/** Gates someone waits at; 0 for one that waits for the other's row. */
const WAITING = `SELECT CASE WHEN locktype = 'advisory' THEN objid::int ELSE 0 END AS gate
  FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE NOT granted AND datname = current_database()`

async function aHeldMorning() {
  const its = await aMarketMorning(0)
  const client = new pg.Client(its.config.databaseUrl ?? '')
  await client.connect()
  onTestFinished(() => client.end())
  for (const gate of Object.values(GATES)) await client.query(GATE(gate))
  const waiting = async () =>
    (await client.query<{ gate: number }>(WAITING)).rows.map(({ gate }) => gate)
  const lock = (word: 'lock' | 'unlock', who: Who) =>
    client.query(`SELECT pg_advisory_${word}(${GATES[who].key})`)
  const other = await aPhone(its, { dayId: its.dayId, label: 'Phone 2', cookie: its.phone.desk })
  return { ...its, other, waiting, lock }
}

type Morning = Awaited<ReturnType<typeof aHeldMorning>>

/** Takes both through their halves in this order: up to the write, then to the end. */
async function inOrder({ waiting, lock }: Morning, order: Who[], work: Record<Who, () => object>) {
  const ended = new Set<Who>()
  const begun: Partial<Record<Who, Promise<unknown>>> = {}
  for (const who of ['sale', 'count'] as const) await lock('lock', who)
  for (const who of order) {
    const before = (await waiting()).length
    const isNew = !begun[who]
    if (isNew) begun[who] = Promise.resolve(work[who]()).finally(() => ended.add(who))
    else await lock('unlock', who)
    const stands = async () => {
      const gates = await waiting()
      if (isNew) return ended.has(who) || gates.length > before
      return ended.has(who) || (gates.includes(0) && !gates.includes(GATES[who].key))
    }
    await expect.poll(stands, { interval: 2 }).toBe(true)
  }
  await Promise.all(Object.values(begun))
}

/**
 * All six, and whether the sale is in the closing: the first to read holds the day until its end.
 */
const ORDERS: [Who[], boolean][] = [
  [['sale', 'sale', 'count', 'count'], true],
  [['sale', 'count', 'sale', 'count'], true],
  [['sale', 'count', 'count', 'sale'], true],
  [['count', 'sale', 'sale', 'count'], false],
  [['count', 'sale', 'count', 'sale'], false],
  [['count', 'count', 'sale', 'sale'], false],
]

describe.runIf(inject('postgresUrl'))('a sale that arrives while the cash is counted', () => {
  test('is in the closing or marked as late, however the two cross', async () => {
    const its = await aHeldMorning()
    const { phone, other, db, dayId } = its
    for (const [order, isCounted] of ORDERS) {
      const tender = { way: 'Cash', isCash: true, amount: 24 }
      const lines = [{ name: 'Pumpkin', units: 1, amount: 24 }]
      const sale = phone.make('sell', { lines, tenders: [tender], note: null })
      const count = other.make('count-cash', { counted: 0, note: null })
      await inOrder(its, order, { sale: () => phone.send(sale), count: () => other.send(count) })
      const tenders = await db.selectFrom('tenders').selectAll().orderBy('id').execute()
      const counts = db.selectFrom('cash_counts').selectAll().where('id', '=', count.id)
      const { number, expected_cents } = await counts.executeTakeFirstOrThrow()
      const seen = tenders.filter(({ after_count }) => (after_count ?? 0) < number)
      expect([order, expected_cents]).toEqual([order, 2400 * seen.length])
      expect([order, seen.some(({ sale_id }) => sale_id === sale.id)]).toEqual([order, isCounted])
    }
    const { late, expected } = await showCashBox(db, dayId)
    expect([late.length, expected]).toEqual([5, 6 * 24])
  })
})
