import type { StallDecision } from '#contract/market/stall-desk.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { recordChange } from '#server/core/audit.ts'
import { impossible, noSuch } from '#server/core/refusal.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import { applyTrusted } from '#server/features/market/apply-command.ts'
import { type Outcome, recordCommand } from '#server/features/market/command-record.ts'
import { parseCommand } from '#server/features/market/read-command.ts'
import { setStatus } from '#server/features/orders/change-order-status.ts'
import type { DbAndClock } from '#server/shop.ts'
import { choicesOf } from './show-overview.ts'

/**
 * Decides once about a note that needs a decision.
 * @throws Refusal 'not-found', 'change-impossible' if it was decided otherwise or can't be taken
 */
export function settleCommand(
  { db, now }: DbAndClock,
  { id, how, note }: { id: string; how: StallDecision; note: string | null },
): Promise<void> {
  return write(db, async (tx, emit) => {
    const at = now()
    const row = await lockCommand(tx, id)
    if (row.settled_how === HOW[how]) return
    if (row.settled_at !== null) throw impossible('This was decided already.')
    const status = await statusOf(tx, row.order_id)
    if (!choicesOf({ ...row, status }).includes(how))
      throw impossible('This cannot be decided that way.')
    if (how === 'reopen' && row.order_id !== null)
      await setStatus(tx, emit, { id: row.order_id, status: 'delivered', at, mayReopen: true })
    const outcome: Outcome = how === 'take' ? await take(tx, emit, row, at) : row
    const { counts, message, orderId = row.order_id, history } = outcome
    // An accepted note may need another decision, for instance if its order has changed.
    const isOpen = how === 'take' && outcome.outcome !== 'applied'
    await tx
      .updateTable('stall_commands')
      .set({ outcome: outcome.outcome, counts, message, order_id: orderId ?? null })
      .set(
        isOpen ? {} : { settled_at: at.toISOString(), settled_how: HOW[how], settled_words: note },
      )
      .where('id', '=', id)
      .execute()
    const taken = how === 'take' ? parseCommand(row.body) : null
    if (taken)
      await recordCommand(tx, { command: taken, person: { id: row.person_id }, at, history })
    const after = { how, message: note, note: row.kind }
    await recordChange(tx, { action: 'decided', subject: `stall:${id}`, before: null, after }, at)
  })
}

const HOW = { take: 'taken', leave: 'left', done: 'done', reopen: 'done' } as const

type Row = Awaited<ReturnType<typeof lockCommand>>

/** @throws Refusal 'not-found' */
async function lockCommand(tx: Db, id: string) {
  const rows = tx.selectFrom('stall_commands').selectAll().where('id', '=', id)
  const row = await rows.forUpdate().executeTakeFirst()
  if (!row || (row.outcome === 'applied' && row.settled_at === null)) noSuch('such note')
  return row
}

async function statusOf(tx: Db, orderId: number | null): Promise<OrderStatus | null> {
  if (orderId === null) return null
  const row = tx.selectFrom('orders').select('status').where('id', '=', orderId)
  return (await row.executeTakeFirst())?.status ?? null
}

/** Applies the note now. One that shared another's ID gets its own. */
async function take(tx: Db, emit: Emit, row: Row, at: Date): Promise<Outcome> {
  const read = parseCommand(row.body)
  if (!read) throw impossible('The shop cannot read this.')
  const command = { ...read, id: row.id }
  const outcome = await applyTrusted(tx, emit, { command, at, isAccepted: true })
  if (!outcome.counts) throw impossible(outcome.message ?? 'This cannot be taken.')
  return outcome
}
