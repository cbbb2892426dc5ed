import type { StallResult } from '#contract/market/stall.ts'
import type { States } from '#server/core/audit.ts'
import type { Person } from '#server/core/caller.ts'
import type { StallCommandsTable } from '#server/db/tables/stall.ts'
import type { Db } from '#server/db/write.ts'
import type { SentCommand } from './read-command.ts'
import { recordCommand } from './record-command.ts'

/** Who sent the commands: the desk (no phone) or a phone; a lost phone's are quarantined. */
export type Sender = { phoneId: string | null; isLost: boolean; person: Person }

/** `counts`: it has taken effect, whatever is still to be decided. */
export type Outcome = {
  outcome: StallCommandsTable['outcome']
  counts: boolean
  message: string | null
  orderId?: number
  history?: States | undefined
}

/**
 * Records a command before its effect, in the same transaction. Returns what is known of a repeated
 * one, else null.
 */
export async function insertCommand(
  tx: Db,
  sender: Sender,
  sent: SentCommand,
  at: Date,
): Promise<StallResult | null> {
  if (await insertRow(tx, { sender, sent, at, id: sent.id, seq: sent.seq, stored: OPEN }))
    return null
  const known = await findCommand(tx, sent.id)
  if (known?.body_hash === sent.hash) return resultOf(sent, known)
  // Its ID or number belongs to another command: stored next to that one for the farmer.
  const id = known ? `${sent.id}~${sent.hash.slice(0, 12)}` : sent.id
  const message = known ? OTHER_CONTENT : `The phone gave the number ${sent.seq} twice.`
  const stored: Outcome = { outcome: 'set-aside', counts: false, message }
  await insertRow(tx, { sender, sent, at, id, seq: null, stored })
  return resultOf(sent, (await findCommand(tx, id)) ?? stored)
}

const OTHER_CONTENT = 'The phone sent something else under the same name before.'

export const OPEN: Outcome = { outcome: 'applied', counts: true, message: null }

type Row = {
  sender: Sender
  sent: SentCommand
  at: Date
  id: string
  seq: number | null
  stored: Outcome
}

function columnsOf({ command, body }: Pick<SentCommand, 'command' | 'body'>) {
  return { kind: command?.kind ?? 'unreadable', body: JSON.stringify(body) }
}

/** False when its ID or number is taken; concurrent inserts wait for each other here. */
export async function insertRow(
  tx: Db,
  { sender, sent, at, id, seq, stored }: Row,
): Promise<boolean> {
  const { command, hash } = sent
  const received_at = at.toISOString()
  const { outcome, counts, message } = stored
  const made = await tx
    .insertInto('stall_commands')
    .values({
      id,
      seq,
      phone_id: sender.phoneId,
      person_id: command?.by ?? sender.person.id,
      ...columnsOf(sent),
      order_id: null,
      body_hash: hash,
      market_day_id: command?.marketDayId ?? sent.marketDayId ?? null,
      made_at: command?.madeAt ?? received_at,
      received_at,
      outcome,
      counts,
      message,
    })
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirst()
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function findCommand(tx: Db, id: string) {
  return tx
    .selectFrom('stall_commands')
    .select(['outcome', 'message', 'body_hash'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function storeOutcome(
  tx: Db,
  { person }: Sender,
  sent: SentCommand,
  { stored, at }: { stored: Outcome; at: Date },
): Promise<StallResult> {
  const { outcome, counts, message, orderId, history } = stored
  await tx
    .updateTable('stall_commands')
    .set({ outcome, counts, message, order_id: orderId ?? null })
    .set(columnsOf(sent))
    .where('id', '=', sent.id)
    .execute()
  if (counts && sent.command)
    await recordCommand(tx, { command: sent.command, person, at, history })
  return resultOf(sent, { outcome, message })
}

function resultOf(
  { id, seq }: Pick<SentCommand, 'id' | 'seq'>,
  { outcome, message }: Pick<Outcome, 'outcome' | 'message'>,
): StallResult {
  return { id, seq, outcome, message }
}
