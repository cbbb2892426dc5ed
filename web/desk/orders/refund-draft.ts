import { type Cents, cents, formatMoney, sum, times, toCents } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import { refunds } from '#contract/money/refunds.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import type { Goods } from '#contract/orders/order-changes.ts'
import { typedDollars, typedNumber } from '#contract/text/typed-numbers.ts'
import { errorsIn, type FieldErrors } from '../shared/edit-form.ts'
import type { Item } from './change-draft.ts'
import type { TypedRefund } from './refund-query.ts'

type TypedLine = { quantity: string; where: Goods | null }

export type RefundForm = { amount: string; reason: string; lines: Record<number, TypedLine> }

/** The whole sum went back too easily. */
export const NO_REFUND: RefundForm = { amount: '', reason: '', lines: {} }

const NOTHING: TypedLine = { quantity: '', where: null }

export function lineOf(form: RefundForm, productId: number): TypedLine {
  return form.lines[productId] ?? NOTHING
}

export function withLine(
  form: RefundForm,
  line: { productId: number } & TypedLine,
  { items, payment }: OrderDetail,
): RefundForm {
  const { productId, ...typed } = line
  const lines = { ...form.lines, [productId]: typed }
  if (typed.quantity === lineOf(form, productId).quantity) return { ...form, lines }
  const chosen = sum(...items.map((item) => priceOf(item, lines[item.productId])))
  const amount = cents(Math.min(chosen, toCents(payment.left)))
  return { ...form, lines, amount: amount > 0 ? plainDollars(amount) : '' }
}

function priceOf(item: Item, line: TypedLine = NOTHING): Cents {
  return times(toCents(item.price), unitsOf(item, line) ?? 0)
}

export function unitsOf(item: Item, { quantity }: TypedLine): number | null {
  if (quantity.trim() === '') return 0
  const units = typedNumber(quantity)
  return Number.isInteger(units) && units >= 0 && units <= item.standing ? units : null
}

export function wrongInRefund(form: RefundForm, order: OrderDetail): FieldErrors {
  const { left } = order.payment
  const isTooMuch = (typedDollars(form.amount) ?? 0) > toCents(left)
  const restock = wrongGoods(form, order.items)
  return {
    ...errorsIn(refunds.request.body.safeParse(refundOf(form, order))),
    ...(isTooMuch && { amount: `Only ${formatMoney(left)} of this order is left to refund.` }),
    ...(restock && { restock }),
  }
}

export function refundOf(form: RefundForm, { items }: OrderDetail): Omit<TypedRefund, 'id'> {
  const goods = (where: Goods) =>
    items.flatMap((item) => {
      const line = lineOf(form, item.productId)
      const quantity = unitsOf(item, line) ?? 0
      return line.where === where && quantity > 0 ? [{ productId: item.productId, quantity }] : []
    })
  return {
    amount: form.amount.trim(),
    reason: form.reason.trim(),
    restock: goods('sellable'),
    missing: goods('missing'),
  }
}

function wrongGoods(form: RefundForm, items: readonly Item[]): string | null {
  const tooMany = items.find((item) => unitsOf(item, lineOf(form, item.productId)) === null)
  if (tooMany) return `At most ${tooMany.standing} of ${tooMany.name} can be refunded.`
  const undecided = items.find(
    (item) => unitsOf(item, lineOf(form, item.productId)) && !lineOf(form, item.productId).where,
  )
  return undecided ? `Please say whether ${undecided.name} can still be sold.` : null
}
