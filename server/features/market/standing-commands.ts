import { dollarsOf } from '#contract/plain-dollars.ts'
import type { HomeReport } from '#contract/stall-goods.ts'
import type { Db } from '#server/db/tables.ts'
import { isVoidAs } from '#server/db/void-kinds.ts'

/** Of one kind and one market day, those that count and that none names; the first one first. */
function selectStanding(db: Db, dayId: number, kind: 'cash-start' | 'came-home') {
  return db
    .selectFrom('stall_commands')
    .select('stall_commands.id')
    .where('stall_commands.market_day_id', '=', dayId)
    .where('stall_commands.kind', '=', kind)
    .where('stall_commands.counts', '=', true)
    .where(({ exists, not, selectFrom }) => {
      const own = selectFrom('voids').whereRef('voids.target_id', '=', 'stall_commands.id')
      return not(exists(own.select('target_id').where(isVoidAs(kind))))
    })
    .orderBy('received_at')
    .orderBy('stall_commands.id')
}

export async function listCashStarts(db: Db, dayId: number) {
  const rows = await selectStanding(db, dayId, 'cash-start')
    .leftJoin('cash_moves', 'cash_moves.id', 'stall_commands.id')
    .select('cash_moves.amount_cents')
    .execute()
  const starts = rows.map(({ id, amount_cents }) => ({ id, cents: amount_cents ?? 0 }))
  const { total } = await db
    .selectFrom('cash_moves')
    .select((row) => row.fn.sum<number>('amount_cents').as('total'))
    .where('market_day_id', '=', dayId)
    .where('kind', '=', 'start')
    .executeTakeFirstOrThrow()
  const atDesk = starts.reduce((rest, start) => rest - start.cents, Number(total ?? 0))
  const all = atDesk === 0 ? starts : [{ id: null, cents: atDesk }, ...starts]
  return all.map(({ id, cents: amount }) => ({ id, amount: dollarsOf(amount) }))
}

export async function listCameHome(db: Db, dayId: number): Promise<string[]> {
  return (await selectStanding(db, dayId, 'came-home').execute()).map(({ id }) => id)
}

/** What each of these reports says came home, and behind them what was said at the desk. */
export async function listHomeReports(
  db: Db,
  { dayId, ids }: { dayId: number; ids: readonly string[] },
): Promise<HomeReport[]> {
  const voidHomes = db.selectFrom('voids').select('target_id').where(isVoidAs('came-home'))
  const rows = await db
    .selectFrom('stall_goods')
    .select(['command_id', 'product_id', 'back', 'waste'])
    .where('market_day_id', '=', dayId)
    .where((row) => row.or([row('back', '<>', 0), row('waste', '<>', 0)]))
    .where('command_id', 'not in', voidHomes)
    .orderBy('command_id')
    .orderBy('product_id')
    .execute()
  const all = new Set([...ids, ...rows.map(({ command_id }) => command_id)])
  return [...all].map((id) => ({
    id,
    goods: rows
      .filter(({ command_id }) => command_id === id)
      .map(({ product_id: productId, back, waste }) => ({ productId, back, waste })),
  }))
}
