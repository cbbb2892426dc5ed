import type { StallDay } from '#contract/market/stall.ts'
import { cents, formatDollars, toCents } from '#contract/money/money.ts'
import { formatBoxes } from '#contract/packing/box-text.ts'
import type { Command } from '#web/stall/store/stored.ts'

export type CommandText = {
  title: string
  note: string
  icon: 'sale' | 'box' | 'undo' | 'money' | 'goods'
}

export function commandText(
  command: Command,
  day: StallDay | null,
  all: readonly Command[],
): CommandText {
  switch (command.kind) {
    case 'give':
      return {
        icon: 'box',
        title: `#${command.order.id} given`,
        note: boxOf(command.order.id, day),
      }
    case 'take-back':
      return {
        icon: 'undo',
        title: `#${command.order.id} taken back`,
        note: boxOf(command.order.id, day),
      }
    case 'pack':
      return {
        icon: 'box',
        title: `#${command.order.id} packed`,
        note: boxOf(command.order.id, day),
      }
    case 'unpack':
      return {
        icon: 'undo',
        title: `#${command.order.id} to pack again`,
        note: boxOf(command.order.id, day),
      }
    case 'weigh':
      return { icon: 'goods', title: `#${command.order.id} weighed`, note: weighed(command, day) }
    case 'pay':
      return {
        icon: 'money',
        title: `${paid(command)} for #${command.order.id}`,
        note: ways(command),
      }
    case 'pay-back':
      return {
        icon: 'money',
        title: `${dollars(command.amount)} given back for #${command.order.id}`,
        note: command.way,
      }
    case 'sell':
      return { icon: 'sale', ...sale(command) }
    case 'void-sale':
    case 'void-pay':
      return { icon: 'undo', ...undone(all.find(({ id }) => id === command.target)) }
    case 'cash-move':
      return {
        icon: 'money',
        title: `${command.move === 'put_in' ? 'Put in' : 'Paid out'} ${dollars(command.amount)}`,
        note: command.note ?? '',
      }
    case 'cash-start':
      return { icon: 'money', title: 'Change at the start', note: dollars(command.amount) }
    case 'count-cash':
      return {
        icon: 'money',
        title: `Counted ${dollars(command.counted)}`,
        note: command.note ?? '',
      }
    case 'load':
    case 'unload':
      return {
        icon: 'goods',
        title: command.kind === 'load' ? 'Put on the truck' : 'Taken off the truck',
        note: command.goods
          .map(({ productId, units }) => `${units} × ${nameOf(productId, day)}`)
          .join(', '),
      }
    case 'came-home':
      return { icon: 'goods', title: 'Came home', note: cameHome(command.goods) }
  }
}

function dollars(amount: number | string): string {
  return formatDollars(toCents(amount))
}

type Tenders = { tenders: readonly { way: string; amount: number | string }[] }

function paid({ tenders }: Tenders): string {
  return formatDollars(cents(tenders.reduce((sum, { amount }) => sum + toCents(amount), 0)))
}

function ways({ tenders }: Tenders): string {
  return [...new Set(tenders.map(({ way }) => way))].join(', ')
}

function sale(command: Extract<Command, { kind: 'sell' }>): Pick<CommandText, 'title' | 'note'> {
  const lines = command.lines.length === 1 ? '1 line' : `${command.lines.length} lines`
  const isGift = command.tenders.length === 0
  return {
    title: isGift ? 'Gift' : `Sale ${paid(command)}`,
    note: isGift ? lines : `${ways(command)} · ${lines}`,
  }
}

function undone(target: Command | undefined): Pick<CommandText, 'title' | 'note'> {
  if (target?.kind === 'sell') return { title: `${sale(target).title} undone`, note: ways(target) }
  if (target?.kind === 'pay')
    return { title: `${paid(target)} for #${target.order.id} undone`, note: ways(target) }
  return { title: 'Undone', note: '' }
}

function boxOf(id: number, day: StallDay | null): string {
  const box = day?.boxes.find((one) => one.id === id)
  return box ? `${box.shortName} · ${formatBoxes(box.boxes)}` : ''
}

/** `Ham: 3.85 lb` */
function weighed(command: Extract<Command, { kind: 'weigh' }>, day: StallDay | null): string {
  const { order, productId, weight, amount } = command
  const box = day?.boxes.find(({ id }) => id === order.id)
  const item = box?.items.find((one) => one.productId === productId)
  const name = item?.name ?? nameOf(productId, day)
  if (amount !== undefined) return `${name}: ${dollars(amount)}`
  return weight === null
    ? `${name}: not weighed`
    : `${name}: ${weight} ${item?.byWeight?.unit ?? ''}`
}

function nameOf(productId: number, day: StallDay | null): string {
  return day?.products.find(({ id }) => id === productId)?.name ?? `product ${productId}`
}

function cameHome(goods: readonly { back: number; waste: number }[]): string {
  const sum = (of: 'back' | 'waste') => goods.reduce((all, one) => all + one[of], 0)
  return `${sum('back')} back, ${sum('waste')} wasted`
}
