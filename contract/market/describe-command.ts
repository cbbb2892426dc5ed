import { cents, formatDollars, formatMoney, toCents } from '../money/money.ts'
import { formatList } from '../text/format-list.ts'
import type { CommandDraft, MarketCommand } from './commands.ts'

export type Names = ReadonlyMap<number, string>

/** What was noted, in one line: `Sold 2 × Eggs for $12.00`. */
export function describeCommand(command: CommandDraft, names: Names): string {
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
      return `Sold ${linesOf(command.lines, names)} for ${totalText(command.lines)}`
    case 'void-sale':
      return 'A sale was undone'
    case 'void-pay':
      return 'A payment was undone'
    case 'cash-move':
      return `${formatMoney(command.amount)} was ${command.move === 'put_in' ? 'put into' : 'paid out of'} the cash box${command.note ? `: ${command.note}` : ''}`
    case 'cash-start':
      return `Starting cash was ${formatMoney(command.amount)}`
    case 'count-cash':
      return `${formatMoney(command.counted)} was counted in the cash box`
    case 'load':
      return `Loaded: ${goodsOf(command.goods, names)}`
    case 'unload':
      return `Unloaded: ${goodsOf(command.goods, names)}`
    case 'came-home':
      return describeHome(command.goods, names)
  }
}

type Lines = Extract<CommandDraft, { kind: 'sell' }>['lines']

export function totalText(lines: Lines): string {
  return formatDollars(cents(lines.reduce((sum, { amount }) => sum + toCents(amount), 0)))
}

const intoBoxes = (boxes = 1) => (boxes > 1 ? ` into ${boxes} boxes` : '')

function describeWeigh(command: Extract<CommandDraft, { kind: 'weigh' }>, names: Names): string {
  const { order, productId, units, weight, amount } = command
  const what = `${units} × ${nameOf(productId, names)} of order #${order.id}`
  if (amount !== undefined) return `${what} costs ${formatMoney(amount)} by its weight`
  return weight === null ? `The weight of ${what} was removed` : `${what} weighs ${weight}`
}

function moneyOf(tenders: readonly { way: string; amount: number | string }[]): string {
  return formatList(tenders.map(({ way, amount }) => `${formatMoney(amount)} by ${way}`))
}

const asideOf = (note: string | null | undefined) => (note ? ` (${note})` : '')

type HomeLine = { productId: number; back: number; waste: number }

function describeHome(goods: readonly HomeLine[], names: Names): string {
  const parts = goods.flatMap(({ productId, back, waste }) => [
    ...(back > 0 ? [`${back} × ${nameOf(productId, names)}`] : []),
    ...(waste > 0 ? [`${waste} × ${nameOf(productId, names)} that cannot be sold`] : []),
  ])
  return `Unsold: ${parts.length > 0 ? parts.join(', ') : 'nothing'}`
}

export function linesOf(lines: Lines, names: Names): string {
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
