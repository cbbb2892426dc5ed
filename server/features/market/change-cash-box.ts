import type { CashBox, CashCountDraft, CashMoveDraft } from '#contract/cash-box.ts'
import { toDollars } from '#contract/money.ts'
import { dollarsOf } from '#contract/plain-dollars.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { changeOfDay } from '#server/features/calendar/day-history.ts'
import { lockDay } from '#server/features/calendar/day-room.ts'
import { requireDay } from '#server/features/calendar/find-day.ts'
import { countBefore } from '#server/features/tenders/count-before.ts'
import type { Shop } from '#server/shop.ts'
import { expectedCents, sumCash } from './cash-entries.ts'
import { lockStallDay } from './lock-stall-day.ts'
import { checkDayOfSale, ofAnotherDay } from './sale-days.ts'
import { listCounts, showCashBox } from './show-cash-box.ts'

type Clock = Pick<Shop, 'db' | 'now'>

/**
 * Notes the change at the start, or cash that was put in or paid out, once.
 * @throws Refusal 'not-found', 'invalid', 'change-impossible'
 */
export function moveCash(shop: Clock, dayId: number, draft: CashMoveDraft): Promise<CashBox> {
  return write(shop.db, async (tx) => {
    await lockBox(tx, dayId, shop.now())
    const known = await findRow(tx, 'cash_moves', draft.id)
    if (!known) await insertMove(tx, { dayId, draft, at: shop.now() })
    else if (known.market_day_id !== dayId) throw ofAnotherDay()
    return showCashBox(tx, dayId)
  })
}

type Move = { dayId: number; draft: CashMoveDraft; at: Date }

type MoveRow = {
  id: string
  dayId: number
  kind: CashMoveDraft['kind']
  /** In cents, below 0 for what was paid out, and for change at the start that was not there. */
  amount: number
  note: string | null
  at: Date
}

/** The caller has locked the day's stall. */
export async function insertMoveRow(tx: Db, { dayId, amount, at, ...move }: MoveRow) {
  if (amount === 0) return
  const after_count = await countBefore(tx, dayId)
  const row = { ...move, market_day_id: dayId, amount_cents: amount, after_count }
  await tx
    .insertInto('cash_moves')
    .values({ ...row, at: at.toISOString() })
    .execute()
}

async function insertMove(tx: Db, { dayId, draft, at }: Move): Promise<void> {
  const { id, kind, note } = draft
  const { start } = await sumCash(tx, dayId)
  const sign = kind === 'paid_out' ? -1 : 1
  const amount_cents = kind === 'start' ? draft.amount - start : sign * draft.amount
  if (amount_cents === 0) return
  await insertMoveRow(tx, { id, dayId, kind, amount: amount_cents, note, at })
  const after = { kind, amount: toDollars(draft.amount), note }
  await record(tx, { dayId, action: 'cash moved', after, at })
}

/**
 * Notes what was counted, once, beside what should be there now; no earlier count is changed.
 * @throws Refusal 'not-found', 'invalid', 'change-impossible'
 */
export function countCash(shop: Clock, dayId: number, draft: CashCountDraft): Promise<CashBox> {
  return write(shop.db, async (tx) => {
    await lockBox(tx, dayId, shop.now())
    const known = await findRow(tx, 'cash_counts', draft.id)
    if (!known) await countNow(tx, { dayId, draft, at: shop.now() })
    else if (known.market_day_id !== dayId) throw ofAnotherDay()
    return showCashBox(tx, dayId)
  })
}

async function countNow(tx: Db, count: Count): Promise<void> {
  const after = await insertCount(tx, count)
  await record(tx, { dayId: count.dayId, action: 'cash counted', after, at: count.at })
}

type Count = { dayId: number; draft: CashCountDraft; at: Date }

/** Writes a count beside what should be there, and answers both. The caller has locked the day's stall. */
export async function insertCount(tx: Db, { dayId, draft, at }: Count) {
  const { id, counted: counted_cents, note } = draft
  await lockDay(tx, dayId)
  const expected_cents = expectedCents(await sumCash(tx, dayId))
  const number = (await listCounts(tx, dayId)).length + 1
  const row = { id, market_day_id: dayId, number, expected_cents, counted_cents, note }
  await tx
    .insertInto('cash_counts')
    .values({ ...row, at: at.toISOString() })
    .execute()
  const [expected, counted] = [dollarsOf(expected_cents), dollarsOf(counted_cents)]
  return { number, expected, counted, note }
}

/** Two who count at once do it one after the other. @throws Refusal 'not-found', 'invalid' */
async function lockBox(tx: Db, dayId: number, at: Date): Promise<void> {
  await checkDayOfSale(tx, dayId, at)
  await lockStallDay(tx, dayId)
}

function findRow(tx: Db, table: 'cash_moves' | 'cash_counts', id: string) {
  return tx.selectFrom(table).select('market_day_id').where('id', '=', id).executeTakeFirst()
}

type Entry = { dayId: number; action: 'cash moved' | 'cash counted'; after: object; at: Date }

async function record(tx: Db, { dayId, action, after, at }: Entry): Promise<void> {
  const day = await requireDay(tx, dayId)
  await recordChange(tx, changeOfDay(day, { action, before: null, after }), at)
}
