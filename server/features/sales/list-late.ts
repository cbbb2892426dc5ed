import { sql } from 'kysely'
import type { CashBox } from '#contract/cash-box.ts'
import { cents, toDollars } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'

type LateCash = CashBox['late'][number]

/** Cash of a day that its first count missed, with the phone that reported it. */
export async function listLate(db: Db, dayId: number): Promise<LateCash[]> {
  const tenders = await listTenders(db, dayId)
  const moves = await listMoves(db, dayId)
  const taken = tenders.map(({ sale_id, ...row }) => ({
    ...row,
    kind: sale_id !== null ? 'sale' : row.amount_cents > 0 ? 'order' : 'given_back',
  }))
  return [...taken, ...moves]
    .sort((one, other) => one.after - other.after || (one.at < other.at ? -1 : 1))
    .map(({ kind, amount_cents, at, phone }) => ({
      kind: kind as LateCash['kind'],
      ...{ amount: toDollars(cents(amount_cents)), at, phone },
    }))
}

const OF_COMMAND = (id: string) => sql<string>`substr(${sql.ref(id)}, 1, 36)`

function listTenders(db: Db, dayId: number) {
  return db
    .selectFrom('tenders')
    .leftJoin('stall_commands', (join) =>
      join.on('stall_commands.id', '=', OF_COMMAND('tenders.id')),
    )
    .leftJoin('stall_phones', 'stall_phones.id', 'stall_commands.phone_id')
    .select([
      'tenders.sale_id',
      'tenders.amount_cents',
      'tenders.at',
      'stall_phones.label as phone',
    ])
    .select(sql<number>`tenders.after_count`.as('after'))
    .where('tenders.market_day_id', '=', dayId)
    .where('tenders.is_cash', '=', true)
    .where('tenders.after_count', '>', 0)
    .orderBy('tenders.id')
    .execute()
}

function listMoves(db: Db, dayId: number) {
  return db
    .selectFrom('cash_moves')
    .leftJoin('stall_commands', (join) =>
      join.on('stall_commands.id', '=', OF_COMMAND('cash_moves.id')),
    )
    .leftJoin('stall_phones', 'stall_phones.id', 'stall_commands.phone_id')
    .select(['cash_moves.kind', 'cash_moves.amount_cents', 'cash_moves.at'])
    .select('stall_phones.label as phone')
    .select(sql<number>`cash_moves.after_count`.as('after'))
    .where('cash_moves.market_day_id', '=', dayId)
    .where('cash_moves.after_count', '>', 0)
    .orderBy('cash_moves.id')
    .execute()
}
