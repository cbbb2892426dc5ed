import type { MarketCommand } from '#contract/market/commands.ts'
import { type SaleLine, totalAmount } from '#contract/market/sales.ts'
import type { Cents } from '#contract/money/money.ts'
import { formatCents } from '#contract/money/plain-dollars.ts'
import { formatList } from '#contract/text/format-list.ts'

export type Names = ReadonlyMap<number, string>

/** What was noted, in one line as the farmer reads it: `Sold 2 × Eggs for $12.00`. */
export function describeCommand(command: MarketCommand, names: Names): string {
  switch (command.kind) {
    case 'give':
      return `Order #${command.order.id} was handed over`
    case 'take-back':
      return `Order #${command.order.id} was taken back`
    case 'pack':
      return `Order #${command.order.id} was packed${intoBoxes(command.boxes)}`
    case 'unpack':
      return `Order #${command.order.id} is to be packed again`
    case 'weigh':
      return describeWeigh(command, names)
    case 'pay':
      return `${moneyOf(command.tenders)} was paid for order #${command.order.id}${asideOf(command.note)}`
    case 'pay-back':
      return `${moneyOf([command])} was given back for order #${command.order.id}${asideOf(command.note)}`
    case 'sell':
      return `Sold ${linesOf(command.lines, names)} for ${formatCents(totalAmount(command.lines))}`
    case 'void-sale':
      return 'A sale was undone'
    case 'void-pay':
      return 'A payment was undone'
    case 'cash-move':
      return describeMove(command)
    case 'cash-start':
      return `${formatCents(command.amount)} of change was in the box at the start`
    case 'count-cash':
      return `${formatCents(command.counted)} was counted in the cash box`
    case 'load':
      return `On the truck: ${goodsOf(command.goods, names)}`
    case 'unload':
      return `Off the truck again: ${goodsOf(command.goods, names)}`
    case 'came-home':
      return describeHome(command.goods, names)
  }
}

const intoBoxes = (boxes = 1) => (boxes > 1 ? ` into ${boxes} boxes` : '')

function describeWeigh(command: Extract<MarketCommand, { kind: 'weigh' }>, names: Names): string {
  const { order, productId, units, weight, amount } = command
  const what = `${units} × ${nameOf(productId, names)} of order #${order.id}`
  if (amount !== undefined) return `${what} costs ${formatCents(amount)} by its weight`
  return weight === null ? `${what} is not weighed any more` : `${what} weighs ${weight}`
}

/** `$5.00 by Cash and $3.00 by Check` */
function moneyOf(tenders: readonly { way: string; amount: Cents }[]): string {
  return formatList(tenders.map(({ way, amount }) => `${formatCents(amount)} by ${way}`))
}

const asideOf = (note: string | null | undefined) => (note ? ` (${note})` : '')

function describeMove({
  amount,
  move,
  note,
}: Extract<MarketCommand, { kind: 'cash-move' }>): string {
  const moved = move === 'put_in' ? 'was put into' : 'was paid out of'
  return `${formatCents(amount)} ${moved} the cash box${note ? `: ${note}` : ''}`
}

type HomeLine = { productId: number; back: number; waste: number }

function describeHome(goods: readonly HomeLine[], names: Names): string {
  const parts = goods.flatMap(({ productId, back, waste }) => [
    ...(back > 0 ? [`${back} × ${nameOf(productId, names)}`] : []),
    ...(waste > 0 ? [`${waste} × ${nameOf(productId, names)} that cannot be sold`] : []),
  ])
  return `Home from the market: ${parts.length > 0 ? parts.join(', ') : 'nothing'}`
}

function linesOf(lines: readonly SaleLine[], names: Names): string {
  return lines
    .map(({ units, name, productId = 0 }) => `${units} × ${name ?? nameOf(productId, names)}`)
    .join(', ')
}

function goodsOf(goods: readonly { productId: number; units: number }[], names: Names): string {
  return goods.map(({ units, productId }) => `${units} × ${nameOf(productId, names)}`).join(', ')
}

function nameOf(productId: number, names: Names): string {
  return names.get(productId) ?? `product ${productId}`
}

export function productsIn(command: MarketCommand): number[] {
  if (command.kind === 'sell') return command.lines.flatMap(({ productId }) => productId ?? [])
  if (command.kind === 'weigh') return [command.productId]
  if ('goods' in command) return command.goods.map(({ productId }) => productId)
  return []
}
