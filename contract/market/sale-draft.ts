import { type Cents, cents, formatDollars, toCents, toDollars } from '../money/money.ts'
import type { WayToPay } from '../money/tenders.ts'
import { formatWeight, type Weigh } from '../packing/weigh.ts'
import { typedDollars } from '../text/typed-numbers.ts'
import type { Weighed } from './sale-by-weight.ts'

/** As typed. `amount` is for the whole line; null: the product's price. */
export type DraftLine = {
  key: string
  productId: number | null
  name: string
  units: number
  price: Cents
  amount: string | null
  /** In words; each piece is weighed by itself. */
  weighed?: string
}

export type SplitPart = { key: string; way: string; amount: string }

export type Payment = { way: string; given: string; parts: readonly SplitPart[] }

export const NO_PAYMENT: Payment = { way: '', given: '', parts: [] }

type Sellable = { id: number; name: string; price: number; weigh?: Weigh | null }

export function nextKey(parts: readonly { key: string }[]): string {
  return String(1 + Math.max(0, ...parts.map(({ key }) => Number(key) || 0)))
}

export function withProduct(lines: readonly DraftLine[], product: Sellable): DraftLine[] {
  const known = lines.find(({ productId, amount }) => productId === product.id && amount === null)
  if (known) return withUnits(lines, known.key, known.units + 1)
  return [...lines, newLine(lines, product)]
}

function newLine(lines: readonly DraftLine[], { id, name, price }: Sellable): DraftLine {
  const key = nextKey(lines)
  return { key, productId: id, name, units: 1, price: toCents(price), amount: null }
}

export function withWeighed(
  lines: readonly DraftLine[],
  product: Sellable,
  { amount, weight }: Weighed,
): DraftLine[] {
  const { weigh } = product
  const line = {
    ...newLine(lines, product),
    amount: toDollars(amount).toFixed(2),
    weighed: weight !== null && weigh ? formatWeight(weight, weigh.unit) : '',
  }
  return [...lines, line]
}

export function nameOfLine({ name, weighed }: Pick<DraftLine, 'name' | 'weighed'>): string {
  return weighed ? `${name}, ${weighed}` : name
}

export function withUnits(lines: readonly DraftLine[], key: string, units: number): DraftLine[] {
  return lines.flatMap((line) => {
    if (line.key !== key) return line
    return units > 0 ? { ...line, units } : []
  })
}

export function unitsOf(lines: readonly DraftLine[], productId: number): number {
  const own = lines.filter((line) => line.productId === productId)
  return own.reduce((sum, { units }) => sum + units, 0)
}

export function amountOf({ amount, price, units }: DraftLine): Cents | null {
  if (amount === null) return cents(price * units)
  const typed = typedDollars(amount)
  return typed === null || typed < 0 ? null : typed
}

export function totalOf(lines: readonly DraftLine[]): Cents {
  return cents(lines.reduce((sum, line) => sum + (amountOf(line) ?? 0), 0))
}

/** How much of these lines SNAP may pay, in cents; null while no product is marked as eligible. */
export function eligibleOf(
  lines: readonly DraftLine[],
  products: readonly { id: number; snap?: boolean | undefined }[],
): number | null {
  const marked = new Set(products.filter(({ snap }) => snap).map(({ id }) => id))
  if (marked.size === 0) return null
  return totalOf(lines.filter(({ productId }) => productId !== null && marked.has(productId)))
}

/** For something that isn't a product, such as a $2 bag of seconds. Takes no stock. */
export function withFree(
  lines: readonly DraftLine[],
  { name, price }: Pick<DraftLine, 'name' | 'price'>,
): DraftLine[] {
  return [...lines, { key: nextKey(lines), productId: null, name, units: 1, price, amount: null }]
}

export function formatLines(lines: readonly DraftLine[]): string {
  return lines.map((line) => `${line.units} × ${nameOfLine(line)}`).join(', ')
}

/** What is left for `way` to pay after the split parts, in cents; negative if they overpay. */
export function restOf(total: Cents, { parts }: Payment): Cents {
  const paid = parts.reduce((sum, { amount }) => sum + (typedDollars(amount) ?? 0), 0)
  return cents(total - paid)
}

/** Null if too little was handed over, or nothing was typed. */
export function changeOf(rest: Cents, { given }: Payment): Cents | null {
  const handed = typedDollars(given)
  return handed === null || handed < rest ? null : cents(handed - rest)
}

export function usualBills(rest: Cents): Cents[] {
  const bills = [500, 1000, 2000, 5000, 10_000]
  const sums = bills.map((bill) => cents(Math.ceil(rest / bill) * bill))
  return [...new Set(sums)].filter((sum) => sum > rest).slice(0, 4)
}

export function wayOf(ways: readonly WayToPay[], { way }: Payment): WayToPay | undefined {
  return ways.find(({ name }) => name === way) ?? ways[0]
}

export function linesSent(lines: readonly DraftLine[]) {
  return lines.map((line) => ({
    ...(line.productId === null ? { name: line.name } : { productId: line.productId }),
    units: line.units,
    amount: toDollars(amountOf(line) ?? cents(0)),
  }))
}

export function tendersSent(total: Cents, payment: Payment, ways: readonly WayToPay[]) {
  const rest = restOf(total, payment)
  const first = wayOf(ways, payment)
  const tenders = [
    ...(first && rest > 0 ? [{ way: first.name, amount: toDollars(rest) }] : []),
    ...payment.parts.map(({ way, amount }) => ({ way, amount })),
  ]
  const isCash = (way: string) => ways.find(({ name }) => name === way)?.isCash ?? false
  return tenders.map((tender) => ({ ...tender, isCash: isCash(tender.way) }))
}

/** In cents. */
export function paidBySnap(total: Cents, payment: Payment, ways: readonly WayToPay[]): number {
  const isEbt = (way: string) => ways.some(({ name, isEbt }) => name === way && isEbt)
  const paid = tendersSent(total, payment, ways).filter(({ way }) => isEbt(way))
  return paid.reduce((sum, { amount }) => sum + (typedDollars(String(amount)) ?? 0), 0)
}

export function faultOf(lines: readonly DraftLine[], payment: Payment): string | null {
  if (lines.length === 0) return 'Tap what is sold.'
  if (lines.some((line) => amountOf(line) === null))
    return 'Please fix the amount on one of the lines.'
  return faultInPayment(totalOf(lines), payment)
}

export function faultInPayment(total: Cents, payment: Payment): string | null {
  const parts = payment.parts.map(({ amount }) => typedDollars(amount) ?? 0)
  if (parts.some((part) => part <= 0)) return 'Please say how much is paid each way.'
  const rest = restOf(total, payment)
  if (rest < 0) return 'That’s more than what’s due.'
  return payment.given === '' || rest === 0 ? null : faultInGiven(rest, payment)
}

function faultInGiven(rest: Cents, payment: Payment): string | null {
  if (changeOf(rest, payment) !== null) return null
  const handed = typedDollars(payment.given)
  if (handed === null || handed < 0) return 'Enter the cash they hand you, such as 20.00.'
  return `${formatDollars(cents(rest - handed))} still to pay.`
}
