import type { ReturnsReport } from '#contract/market/stall-goods.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { isVoidAs } from '#server/db/void-kinds.ts'
import type { Db } from '#server/db/write.ts'
import type { CommandOf } from './command-record.ts'
import { parseCommand } from './read-command.ts'

function selectStanding(db: Db, dayId: number, kind: 'cash-start' | 'came-home') {
  return db
    .selectFrom('stall_commands')
    .select('stall_commands.id')
    .where('stall_commands.market_day_id', '=', dayId)
    .where('stall_commands.kind', '=', kind)
    .where('stall_commands.counts', '=', true)
    .where(({ exists, not, selectFrom }) => {
      const own = selectFrom('voids').whereRef('voids.target_id', '=', 'stall_commands.id')
      return not(exists(own.select('target_id').where(isVoidAs(`${kind}/${dayId}`))))
    })
    .orderBy('received_at')
    .orderBy('stall_commands.id')
}

export async function listCashStarts(db: Db, dayId: number) {
  const rows = await selectStanding(db, dayId, 'cash-start')
    .leftJoin('cash_moves', 'cash_moves.id', 'stall_commands.id')
    .select('cash_moves.amount_cents')
    .execute()
  return rows.map(({ id, amount_cents }) => ({ id, amount: dollarsOf(amount_cents ?? 0) }))
}

export async function listReturns(db: Db, dayId: number): Promise<ReturnsReport[]> {
  const ids = (await selectStanding(db, dayId, 'came-home').execute()).map(({ id }) => id)
  const rows = await db
    .selectFrom('stall_goods')
    .select(['command_id', 'product_id as productId', 'back', 'waste'])
    .where('market_day_id', '=', dayId)
    .where('command_id', 'in', ids)
    .orderBy('product_id')
    .execute()
  const goods = Map.groupBy(rows, ({ command_id }) => command_id)
  return ids.map((id) => ({ id, goods: goods.get(id) ?? [] }))
}

export async function listWeighs(
  db: Db,
  orderIds: readonly number[],
): Promise<CommandOf<'weigh'>[]> {
  const rows = await db
    .selectFrom('stall_commands')
    .leftJoin('voids', 'voids.target_id', 'stall_commands.id')
    .select(['stall_commands.id', 'body', 'voids.kinds'])
    .where('order_id', 'in', orderIds)
    .where('kind', '=', 'weigh')
    .where('counts', '=', true)
    .orderBy('received_at')
    .orderBy('stall_commands.id')
    .execute()
  return rows.flatMap(({ id, body, kinds }) => {
    const weigh = parseCommand(body)
    if (weigh?.kind !== 'weigh') return []
    const undoneAs = ` weigh/${weigh.order.id}/${weigh.productId} `
    return kinds?.includes(undoneAs) ? [] : [{ ...weigh, id }]
  })
}
