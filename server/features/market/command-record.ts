import type { MarketCommand, OrderMark } from '#contract/market/commands.ts'
import { describeCommand, type Names, productsIn } from '#contract/market/describe-command.ts'
import type { Sale } from '#contract/market/sales.ts'
import type { StallResult } from '#contract/market/stall.ts'
import { cents, formatDollars, formatMoney } from '#contract/money/money.ts'
import { dueOf, type Money } from '#contract/orders/order-balance.ts'
import type { SubjectOf } from '#contract/people/history.ts'
import { recordChange, type States } from '#server/core/audit.ts'
import type { Person } from '#server/core/caller.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { type DayWithPlace, findDay } from '#server/features/calendar/choose-day.ts'
import { orderMarkOf, readMoney } from '#server/features/order-balance/order-balance.ts'
import { type LockedOrder, lockOrderAndPayment } from '#server/features/orders/order-queries.ts'
import { findSale } from './list-sales.ts'
import { bodyOf, type SentCommand } from './read-command.ts'

/** A phone, or the desk (`phoneId` is null). A lost phone's commands are quarantined. */
export type Sender = { phoneId: string | null; isLost: boolean; person: Person }

/** `counts`: it has taken effect, whatever remains to be decided. */
export type Outcome = {
  outcome: Tables['stall_commands']['outcome']
  counts: boolean
  message: string | null
  orderId?: number
  history?: States | undefined
}

/** Before its effect, in the same transaction. Returns what is known of a repeat, else null. */
export async function insertCommand(
  tx: Db,
  sender: Sender,
  sent: SentCommand,
  at: Date,
): Promise<StallResult | null> {
  if (await insertRow(tx, { sender, sent, at, stored: APPLIED })) return null
  const known = await findCommand(tx, sent.id)
  if (known?.body_hash === sent.hash) return resultOf(sent, known)
  // Its ID or number belongs to another command, so it is stored next to that one for the farmer.
  const id = known ? `${sent.id}~${sent.hash.slice(0, 12)}` : sent.id
  const stored = setAside(known ? OTHER_CONTENT : `The phone gave the number ${sent.seq} twice.`)
  await insertRow(tx, { sender, sent: { ...sent, id, seq: null }, at, stored })
  return resultOf(sent, (await findCommand(tx, id)) ?? stored)
}

const OTHER_CONTENT = 'The phone sent something else under the same name before.'

type Row = { sender: Sender; sent: SentCommand; at: Date; stored: Outcome }

function columnsOf({ command, body }: Pick<SentCommand, 'command' | 'body'>) {
  return { kind: command?.kind ?? 'unreadable', body: JSON.stringify(body) }
}

/** False when its ID or number is taken; concurrent inserts wait for each other here. */
export async function insertRow(tx: Db, { sender, sent, at, stored }: Row): Promise<boolean> {
  const { id, seq, command, hash } = sent
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

export type CommandOf<K extends MarketCommand['kind']> = Extract<MarketCommand, { kind: K }>

/** A command with what it needs. `day` is locked; null when the desk named none. */
export type CommandContext<C extends MarketCommand = MarketCommand> = {
  command: C
  day: DayWithPlace | null
  happenedAt: Date
  at: Date
  isAccepted?: boolean | undefined
}

export type DayCommandContext<C extends MarketCommand> = CommandContext<C> & { day: DayWithPlace }

export const APPLIED: Outcome = { outcome: 'applied', counts: true, message: null }

export function setAside(message: string): Outcome {
  return { outcome: 'set-aside', counts: false, message }
}

export function flagged(message: string, orderId?: number): Outcome {
  const outcome = { outcome: 'set-aside', counts: true, message } as const
  return orderId === undefined ? outcome : { ...outcome, orderId }
}

type AppliedCommand = {
  command: MarketCommand
  person: Pick<Person, 'id'>
  at: Date
  history: States | undefined
}

export async function recordCommand(
  tx: Db,
  { command, person, at, history }: AppliedCommand,
): Promise<void> {
  const { madeAt, by = person.id } = command
  const said = describeCommand(bodyOf(command), await readNames(tx, productsIn(command)))
  const sale = command.kind === 'void-sale' ? await findSale(tx, command.target) : null
  const note = sale ? `${said}: ${describeSale(sale)}` : said
  const subject = subjectOf(command)
  const day = await namesOfDay(tx, command, subject)
  const after = { note, madeAt, by, ...day, ...history?.after }
  await recordChange(tx, { action: 'noted', subject, before: history?.before ?? null, after }, at)
}

async function namesOfDay(tx: Db, { marketDayId }: MarketCommand, subject: string) {
  const day = subject.startsWith('day:') ? await findDay(tx, marketDayId ?? 0) : null
  return day ? { day: day.day, place: day.place.name } : {}
}

function describeSale({ lines, total }: Sale): string {
  const goods = lines.map(({ units, name }) => `${units} × ${name}`).join(', ')
  return `${goods} for ${formatMoney(total)}`
}

function subjectOf(command: MarketCommand): SubjectOf<'order' | 'sale' | 'day'> {
  if ('order' in command) return `order:${command.order.id}`
  if (command.kind === 'sell') return `sale:${command.id}`
  if (command.kind === 'void-sale') return `sale:${command.target}`
  return `day:${command.marketDayId}`
}

/**
 * Locks the order a command names, payment first, or returns why it is set aside. After a restore,
 * that number may belong to another buyer's order.
 */
export async function lockNamedOrder(
  tx: Db,
  { id, mark }: OrderMark,
  at: Date,
): Promise<LockedOrder | { aside: Outcome }> {
  const named = tx.selectFrom('orders').select('receipt_secret').where('id', '=', id)
  const row = await named.executeTakeFirst()
  if (!row) return { aside: setAside(`There is no order #${id}.`) }
  if (orderMarkOf(row.receipt_secret) !== mark)
    return { aside: setAside(`The number #${id} is another order’s now.`) }
  return lockOrderAndPayment(tx, id, at)
}

/** Money in the cash box counts even if it is too much or too little; the farmer is told. */
export async function settled(tx: Db, orderId: number): Promise<Outcome> {
  const money = await readMoney(tx, orderId)
  const warning = money && moneyWarning(orderId, money)
  return warning ? flagged(warning, orderId) : { ...APPLIED, orderId }
}

export function moneyWarning(orderId: number, money: Money): string | null {
  if (money.paid < 0) return `More was given back for #${orderId} than was paid.`
  const over = cents(0 - dueOf(money))
  return over > 0 ? `#${orderId} was overpaid by ${formatDollars(over)}. Give it back.` : null
}

export async function readNames(db: Db, ids: readonly number[]): Promise<Names> {
  const rows = db.selectFrom('products').select(['id', 'name']).where('id', 'in', ids)
  return new Map((await rows.execute()).map(({ id, name }) => [id, name]))
}

/** Blocks cash counts, closing and phone commands. Take it before any other lock of the day. */
export async function lockStallDay(tx: Db, market_day_id: number): Promise<void> {
  await tx
    .insertInto('stall_days')
    .values({ market_day_id })
    .onConflict((known) => known.doNothing())
    .execute()
  await tx
    .selectFrom('stall_days')
    .select('market_day_id')
    .where('market_day_id', '=', market_day_id)
    .forUpdate()
    .execute()
}
