import { FARMER_COMMANDS, type MarketCommand } from '#contract/market/commands.ts'
import { totalAmount } from '#contract/market/sales.ts'
import { STALL_READS } from '#contract/market/stall.ts'
import { type Cents, formatDollars } from '#contract/money/money.ts'
import { HOUR } from '#contract/time/durations.ts'
import type { Db, Emit } from '#server/db/write.ts'
import { type DayWithPlace, findDay } from '#server/features/calendar/choose-day.ts'
import { isVoid } from '#server/features/order-balance/gives-and-packs.ts'
import { recordTender } from '#server/features/tenders/record-tender.ts'
import { applyCash } from './apply-cash.ts'
import { applyGive, applyTakeBack } from './apply-give.ts'
import { applyGoods } from './apply-goods.ts'
import { applyPack, applyUnpack } from './apply-pack.ts'
import { applySale, applyVoid, undoPayment } from './apply-sale.ts'
import { applyWeigh } from './apply-weigh.ts'
import {
  APPLIED,
  type CommandContext,
  type CommandOf,
  lockNamedOrder,
  lockStallDay,
  type Outcome,
  type Sender,
  setAside,
  settled,
} from './command-record.ts'
import type { SentCommand } from './read-command.ts'

/** Applies it, or sets it aside for the farmer. @throws Refusal to roll its effect back */
export async function applyCommand(
  tx: Db,
  emit: Emit,
  { sent, holder, at }: { sent: SentCommand; holder: Sender; at: Date },
): Promise<Outcome> {
  const { command } = sent
  if (!command) return { outcome: 'unreadable', counts: false, message: UNREADABLE }
  if (holder.isLost) return { outcome: 'quarantined', counts: false, message: FROM_LOST }
  if (sent.suspectSeq !== undefined) return setAside(tooFar(sent.suspectSeq))
  if (holder.person.role !== 'farmer' && FARMER_COMMANDS.includes(command.kind))
    return setAside('Only the farmer’s own phone can do this.')
  return applyTrusted(tx, emit, { command, at })
}

const UNREADABLE = 'The shop cannot read this note of the phone.'
const FROM_LOST = 'This came from a phone that is lost.'
const tooFar = (seq: number) => `The phone gave this the number ${seq}, far above all others of it.`

export async function applyTrusted(
  tx: Db,
  emit: Emit,
  { command, at, isAccepted }: Pick<CommandContext, 'command' | 'at' | 'isAccepted'>,
): Promise<Outcome> {
  const day = await findDay(tx, command.marketDayId ?? 0)
  if (!day) return setAside('The shop does not know this market day.')
  await lockStallDay(tx, day.id)
  const happenedAt = timeOf(command, day, at)
  return applyKind(tx, emit, { command, day, happenedAt, at, isAccepted })
}

/** The phone's time, trusted only from when it may read the market day to half a day after it. */
function timeOf({ madeAt }: MarketCommand, { opens_at, closes_at }: DayWithPlace, at: Date): Date {
  const [made, closes] = [Date.parse(madeAt), Date.parse(closes_at)]
  const isNear =
    made >= Date.parse(opens_at) - STALL_READS.before * HOUR && made <= closes + 12 * HOUR
  return new Date(Math.min(isNear ? made : closes, at.getTime()))
}

export async function applyKind(
  tx: Db,
  emit: Emit,
  { command, ...by }: CommandContext,
): Promise<Outcome> {
  const { day } = by
  switch (command.kind) {
    case 'give':
      return applyGive(tx, emit, { command, ...by })
    case 'take-back':
      return applyTakeBack(tx, emit, { command, ...by })
    case 'pack':
      return applyPack(tx, emit, { command, ...by })
    case 'unpack':
      return applyUnpack(tx, emit, { command, ...by })
    case 'weigh':
      return applyWeigh(tx, emit, { command, ...by })
    case 'pay':
    case 'pay-back':
      return applyPayment(tx, emit, { command, ...by })
    case 'sell':
      return day ? applySale(tx, emit, { command, ...by, day }) : NO_DAY_NAMED
    case 'void-sale':
    case 'void-pay':
      return applyVoid(tx, emit, { command, ...by })
    case 'cash-move':
    case 'cash-start':
    case 'count-cash':
      return day ? applyCash(tx, { command, ...by, day }) : NO_DAY_NAMED
    case 'load':
    case 'unload':
    case 'came-home':
      return day ? applyGoods(tx, emit, { command, ...by, day }) : NO_DAY_NAMED
  }
}

const NO_DAY_NAMED = setAside('This belongs to a market day, and names none.')

/** Recorded even when it exceeds what is due, or what was paid. */
async function applyPayment(
  tx: Db,
  emit: Emit,
  { command, day, happenedAt, at }: CommandContext<CommandOf<'pay' | 'pay-back'>>,
): Promise<Outcome> {
  const found = await lockNamedOrder(tx, command.order, at)
  if ('aside' in found) return found.aside
  const orderId = found.order.id
  const { tenders, sign } =
    command.kind === 'pay'
      ? { tenders: command.tenders, sign: 1 }
      : { tenders: [command], sign: -1 }
  if (found.order.payment_method === 'card')
    return { ...setAside(ofCard(orderId, totalAmount(tenders))), orderId }
  const { note = null } = command
  const common = { of: { orderId }, note, marketDayId: day?.id ?? null, at: happenedAt }
  for (const [index, { way: name, isCash, amount }] of tenders.entries()) {
    const way = { name, isCash }
    const id = `${command.id}/${index + 1}`
    await recordTender(tx, { id, way, amount: sign * amount, ...common })
  }
  emit({ kind: 'orders', orderId })
  if (await isVoid(tx, command.id, 'pay')) {
    await undoPayment(tx, command.id, at)
    return { ...APPLIED, orderId }
  }
  return settled(tx, orderId)
}

function ofCard(id: number, amount: Cents): string {
  return `#${id} is paid by card, but ${formatDollars(amount)} was noted for it at the stall.`
}
