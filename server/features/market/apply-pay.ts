import { totalAmount } from '#contract/market/sales.ts'
import { type Cents, formatDollars } from '#contract/money/money.ts'
import type { Db, Emit } from '#server/db/write.ts'
import { isVoid } from '#server/features/order-balance/gives-and-packs.ts'
import { recordTender } from '#server/features/tenders/record-tender.ts'
import { APPLIED, type CommandContext, type CommandOf, setAside } from './command-context.ts'
import type { Outcome } from './command-record.ts'
import { lockNamedOrder } from './lock-named-order.ts'
import { settled } from './order-settled.ts'
import { undoPayment } from './undo-tenders.ts'

/** Recorded even when it exceeds what is due. */
export function applyPay(
  tx: Db,
  emit: Emit,
  { command, ...by }: CommandContext<CommandOf<'pay'>>,
): Promise<Outcome> {
  const { tenders, note = null } = command
  return noteTenders(tx, emit, { command, tenders, note, sign: 1, ...by })
}

/** Recorded even when it exceeds what was paid. */
export function applyPayBack(
  tx: Db,
  emit: Emit,
  { command, ...by }: CommandContext<CommandOf<'pay-back'>>,
): Promise<Outcome> {
  const { way, isCash, amount, note } = command
  const tenders = [{ way, isCash, amount }]
  return noteTenders(tx, emit, { command, tenders, note, sign: -1, ...by })
}

type PaymentNote = CommandContext<CommandOf<'pay' | 'pay-back'>> & {
  tenders: CommandOf<'pay'>['tenders']
  note: string | null
  sign: 1 | -1
}

async function noteTenders(tx: Db, emit: Emit, noting: PaymentNote): Promise<Outcome> {
  const { command, day, happenedAt, at, tenders, note, sign } = noting
  const found = await lockNamedOrder(tx, command.order, at)
  if ('aside' in found) return found.aside
  const orderId = found.order.id
  if (found.order.payment_method === 'card')
    return { ...setAside(ofCard(orderId, totalAmount(tenders))), orderId }
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
