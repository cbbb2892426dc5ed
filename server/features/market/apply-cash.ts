import { expectedCash } from '#contract/market/cash.ts'
import { type Cents, formatMoney } from '#contract/money/money.ts'
import { formatList } from '#contract/text/format-list.ts'
import type { Db } from '#server/db/write.ts'
import { lockDay } from '#server/features/calendar/day-room.ts'
import {
  areOwn,
  isVoid,
  OF_ANOTHER,
  voidCommands,
} from '#server/features/order-balance/gives-and-packs.ts'
import { countBefore } from '#server/features/tenders/record-tender.ts'
import { entriesOf, listMoves, listTenders } from './cash-entries.ts'
import {
  APPLIED,
  type CommandOf,
  type DayCommandContext,
  flagged,
  type Outcome,
} from './command-record.ts'
import { listCounts } from './show-cash-box.ts'
import { listCashStarts } from './standing-commands.ts'

export async function applyCash(
  tx: Db,
  {
    command,
    day,
    happenedAt,
    at,
  }: DayCommandContext<CommandOf<'cash-move' | 'cash-start' | 'count-cash'>>,
): Promise<Outcome> {
  const { id } = command
  const of = { id, dayId: day.id, at: happenedAt }
  if (command.kind === 'count-cash') {
    await insertCount(tx, { ...of, counted: command.counted, note: command.note })
    return APPLIED
  }
  if (command.kind === 'cash-start') {
    await insertMove(tx, { ...of, kind: 'start', amount: command.amount, note: null })
    return replaceStarts(tx, command, day.id, at)
  }
  const amount = command.move === 'paid_out' ? -command.amount : command.amount
  await insertMove(tx, { ...of, kind: command.move, amount, note: command.note })
  return APPLIED
}

type Move = {
  id: string
  dayId: number
  kind: 'start' | 'put_in' | 'paid_out'
  /** In cents; negative for pay-outs, and for starting change that wasn't there. */
  amount: number
  note: string | null
  at: Date
}

async function insertMove(tx: Db, { dayId, amount, at, ...move }: Move) {
  if (amount === 0) return
  const after_count = await countBefore(tx, dayId)
  const row = { ...move, market_day_id: dayId, amount_cents: amount, after_count }
  await tx
    .insertInto('cash_moves')
    .values({ ...row, at: at.toISOString() })
    .execute()
}

type Count = { id: string; dayId: number; counted: Cents; note: string | null; at: Date }

async function insertCount(tx: Db, { id, dayId, counted: counted_cents, note, at }: Count) {
  await lockDay(tx, dayId)
  const [tenders, moves] = [await listTenders(tx, dayId), await listMoves(tx, dayId)]
  const expected_cents = expectedCash(entriesOf(tenders, moves))
  const number = (await listCounts(tx, dayId)).length + 1
  const row = { id, market_day_id: dayId, number, expected_cents, counted_cents, note }
  await tx
    .insertInto('cash_counts')
    .values({ ...row, at: at.toISOString() })
    .execute()
}

const TOGETHER = 'they are added up. If only one is right, enter that one again.'

/** Starts named in `replaces` no longer count, nor does this one if another names it. */
async function replaceStarts(tx: Db, command: CommandOf<'cash-start'>, dayId: number, at: Date) {
  const { id, replaces } = command
  const kind = `cash-start/${dayId}` as const
  await voidCommands(tx, replaces, { commandId: id, kind, at })
  const own = (await isVoid(tx, id, kind)) ? [id] : []
  for (const target of [...replaces, ...own]) await takeBackMove(tx, target, dayId, at)
  if (!(await areOwn(tx, replaces, { kinds: ['cash-start'], dayId }))) return flagged(OF_ANOTHER)
  const starts = await listCashStarts(tx, dayId)
  if (starts.length < 2) return APPLIED
  const amounts = formatList(starts.map(({ amount }) => formatMoney(amount)))
  return flagged(`Starting cash was entered more than once (${amounts}), and ${TOGETHER}`)
}

async function takeBackMove(tx: Db, target: string, dayId: number, at: Date): Promise<void> {
  const moves = tx.selectFrom('cash_moves').selectAll().where('market_day_id', '=', dayId)
  const move = await moves.where('id', '=', target).where('kind', '=', 'start').executeTakeFirst()
  const id = `${target}/undone`
  const isDone = tx.selectFrom('cash_moves').select('id').where('id', '=', id)
  if (!move || (await isDone.executeTakeFirst())) return
  const back = { id, dayId, kind: 'start' as const, amount: -move.amount_cents, note: null }
  await insertMove(tx, { ...back, at })
}
