import { type CashEntry, expectedCash, sumCash, toEntries } from '#contract/market/cash.ts'
import type { StallBox, StallDay } from '#contract/market/stall.ts'
import type { StallProduct } from '#contract/market/stall-goods.ts'
import { type Cents, toCents } from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { priceOfWeight } from '#contract/packing/weigh.ts'
import { isGiven } from './hand-over/box-groups.ts'
import type { Command } from './store/stored.ts'

/** `isKnown`: the shop had answered it before the day was requested. */
export type Noted = { command: Command; isKnown: boolean }

/** The shop's day plus this phone's notes, none counted twice. `who`: the name shown with them. */
export function withOutbox(day: StallDay, noted: readonly Noted[], who: NameOf): StallDay {
  // Whatever the shop knows as undone is in none of its sums, whoever undid it.
  const undone = new Set(day.undone)
  const own = noted.filter(
    ({ command: { id, marketDayId } }) => marketDayId === day.marketDay.id && !undone.has(id),
  )
  const now = own.map(({ command }) => command)
  const before = own.filter(({ isKnown }) => isKnown).map(({ command }) => command)
  const fresh = own.filter(({ isKnown }) => !isKnown).map(({ command }) => command)
  const sides = { now, before, fresh }
  const ebt = new Set(day.ways.filter(({ isEbt }) => isEbt).map(({ name }) => name))
  const boxes = day.boxes.map((box) => boxWith(box, sides, { who, ebt }))
  return {
    ...day,
    boxes,
    places: day.places.map((place) =>
      place.id === day.marketDay.id
        ? { ...place, packed: place.packed + countPacked(boxes) - countPacked(day.boxes) }
        : place,
    ),
    products: day.products.map((product) => withProduct(product, sides)),
    cash: withCash(day, sides),
    home: withReturns(day.home, fresh),
  }
}

/** A person's name by a command's `by`; if absent, whoever holds the phone. */
type NameOf = (by: number | undefined) => string

/** All notes, those in the shop's answer (another phone may have undone them), and the rest. */
type CommandsByState = Record<'now' | 'before' | 'fresh', readonly Command[]>

type Reading = { who: NameOf; ebt: ReadonlySet<string> }

function boxWith(box: StallBox, sides: CommandsByState, { who, ebt }: Reading): StallBox {
  const isOfBox = (command: Command) =>
    'order' in command && command.order.id === box.id && command.order.mark === box.mark
  const isItsMoney = (command: Command) => isOfBox(command) || command.kind === 'void-pay'
  if (!sides.now.some(isOfBox)) return box
  const taken = (isIts: (way: string) => boolean) => {
    const sum = (commands: readonly Command[]) =>
      expectedCash(tendersOf(commands.filter(isItsMoney)).filter(({ way }) => isIts(way)))
    return sum(sides.now) - sum(sides.before)
  }
  const due = toCents(box.due) - taken(() => true)
  const byEbt = taken((way) => ebt.has(way))
  const own = sides.fresh.filter(isOfBox)
  return {
    ...box,
    ...packedWith(box, own),
    items: box.items.map((item) => itemWith(item, own)),
    gives: withGives(box.gives, own, who),
    due: dollarsOf(due),
    ...snapWith(box, { due, byEbt }),
  }
}

function snapWith({ snapDue, ebtPaid = 0 }: StallBox, now: { due: number; byEbt: number }) {
  const left = (eligible: number) => Math.max(0, Math.min(toCents(eligible) - now.byEbt, now.due))
  return {
    ...(snapDue === undefined ? {} : { snapDue: dollarsOf(left(snapDue)) }),
    ...(ebtPaid > 0 || now.byEbt !== 0 ? { ebtPaid: dollarsOf(toCents(ebtPaid) + now.byEbt) } : {}),
  }
}

/** Packed as long as a pack that wasn't undone matches the order exactly. */
function packedWith(box: StallBox, own: readonly Command[]) {
  const undone = new Set(own.flatMap((command) => ('packs' in command ? command.packs : [])))
  const isOfBox = ({ items }: Extract<Command, { kind: 'pack' }>) =>
    items.length === box.items.length &&
    box.items.every(({ productId, units }) =>
      items.some((item) => item.productId === productId && item.units === units),
    )
  const added = own.filter((command) => command.kind === 'pack').filter(isOfBox)
  if (added.length === 0 && !own.some(({ kind }) => kind === 'unpack')) return {}
  const known = box.packs.filter((id) => !undone.has(id))
  const fresh = added.filter(({ id }) => !undone.has(id) && !known.includes(id))
  const packs = [...known, ...fresh.map(({ id }) => id)]
  const said = fresh.flatMap(({ boxes }) => boxes ?? [])
  const boxes = said.length > 0 ? Math.max(...said, known.length > 0 ? box.boxes : 0) : box.boxes
  return { packs, isPacked: packs.length > 0, boxes }
}

type Item = StallBox['items'][number]

/** The last weighing, if it was for as many units as the order has. */
function itemWith(item: Item, own: readonly Command[]): Item {
  let byWeight = item.byWeight
  for (const command of own) {
    if (command.kind !== 'weigh' || command.productId !== item.productId || !byWeight) continue
    if (command.units !== item.units || byWeight.weighs.includes(command.id)) continue
    const left = byWeight.weighs.filter((id) => !command.replaces.includes(id))
    const amount = costOf(command, toCents(byWeight.price))
    const back = amount === null ? 0 : Math.max(0, toCents(byWeight.paid) - amount)
    byWeight = {
      ...byWeight,
      weight: command.weight,
      amount: amount === null ? null : dollarsOf(amount),
      toSendBack: dollarsOf(back),
      weighs: [...left, command.id],
    }
  }
  return byWeight ? { ...item, byWeight } : item
}

function costOf(
  { weight, amount }: Extract<Command, { kind: 'weigh' }>,
  price: Cents,
): Cents | null {
  if (amount !== undefined) return toCents(amount)
  return weight === null ? null : priceOfWeight(price, Math.round(weight * 1000))
}

function countPacked(boxes: readonly StallBox[]): number {
  const own = boxes.filter(({ isCancelled, carriedFrom }) => !isCancelled && !carriedFrom)
  return own.filter((box) => box.isPacked || isGiven(box)).length
}

/** An order counts as handed over until each of its handovers has been taken back. */
function withGives(
  known: StallBox['gives'],
  own: readonly Command[],
  who: NameOf,
): StallBox['gives'] {
  const undone = new Set(own.flatMap((command) => ('gives' in command ? command.gives : [])))
  const added = own.flatMap(({ kind, id, madeAt, by }) =>
    kind === 'give' && !known.some((give) => give.id === id)
      ? [{ id, at: madeAt, by: who(by) }]
      : [],
  )
  return [...known, ...added].filter(({ id }) => id === null || !undone.has(id))
}

function withProduct(product: StallProduct, { now, before }: CommandsByState): StallProduct {
  const sold = soldUnits(now, product.id) - soldUnits(before, product.id)
  const loaded = loadedUnits(now, product.id) - loadedUnits(before, product.id)
  if (!sold && !loaded) return product
  const then = { sold: product.sold + sold, loaded: Math.max(0, product.loaded + loaded) }
  // What is sold beyond the truck comes off the stock at the farm.
  const taken = Math.max(then.sold, then.loaded) - Math.max(product.sold, product.loaded)
  return { ...product, ...then, stock: Math.max(0, product.stock - taken) }
}

function soldUnits(commands: readonly Command[], productId: number): number {
  const units = standing(commands).flatMap((command) =>
    command.kind === 'sell' ? command.lines : [],
  )
  return units.reduce(
    (sum, line) => ('productId' in line && line.productId === productId ? sum + line.units : sum),
    0,
  )
}

function loadedUnits(commands: readonly Command[], productId: number): number {
  return commands.reduce((sum, command) => {
    if (command.kind !== 'load' && command.kind !== 'unload') return sum
    const units = command.goods
      .filter((one) => one.productId === productId)
      .reduce((all, one) => all + one.units, 0)
    return command.kind === 'load' ? sum + units : sum - units
  }, 0)
}

/** Without those that another one undoes. */
export function standing(commands: readonly Command[]): Command[] {
  const undone = new Set(commands.flatMap((command) => ('target' in command ? command.target : [])))
  return commands.filter(({ id }) => !undone.has(id))
}

type Taken = CashEntry & { way: string; isCash: boolean }

/** Money taken for orders and sales; negative when given back. */
function tendersOf(commands: readonly Command[]): Taken[] {
  return standing(commands).flatMap((command): Taken[] => {
    if (command.kind === 'pay-back') {
      const { way, isCash, amount } = command
      return [{ kind: 'given_back', way, isCash, cents: -toCents(amount) }]
    }
    if (command.kind !== 'pay' && command.kind !== 'sell') return []
    const kind = command.kind === 'sell' ? 'sale' : 'order'
    return command.tenders.map(({ way, isCash, amount }) => ({
      kind,
      way,
      isCash,
      cents: toCents(amount),
    }))
  })
}

function cashOf(commands: readonly Command[]): CashEntry[] {
  const moves = commands.flatMap((command) => {
    if (command.kind !== 'cash-move') return []
    const amount = toCents(command.amount)
    return [{ kind: command.move, cents: command.move === 'paid_out' ? -amount : amount }]
  })
  return [...tendersOf(commands).filter(({ isCash }) => isCash), ...moves]
}

function withCash(day: StallDay, { now, before, fresh }: CommandsByState): StallDay['cash'] {
  const starts = withStarts(day.cash.starts, fresh)
  const { start: _, ...sums } = sumCash([
    ...starts.map(({ amount }) => ({ kind: 'start' as const, cents: toCents(amount) })),
    ...toEntries(day.cash),
    ...cashOf(now),
    ...cashOf(before).map((entry) => ({ ...entry, cents: -entry.cents })),
  ])
  return { starts, ...sums }
}

function withStarts(
  known: StallDay['cash']['starts'],
  commands: readonly Command[],
): StallDay['cash']['starts'] {
  return commands.reduce((starts, command) => {
    if (command.kind !== 'cash-start' || starts.some(({ id }) => id === command.id)) return starts
    const left = starts.filter(({ id }) => !command.replaces.includes(id))
    return [...left, { id: command.id, amount: Number(command.amount) }]
  }, known)
}

function withReturns(known: StallDay['home'], commands: readonly Command[]): StallDay['home'] {
  return commands.reduce((reports, command) => {
    if (command.kind !== 'came-home' || reports.some(({ id }) => id === command.id)) return reports
    const left = reports.filter(({ id }) => !command.replaces.includes(id))
    return [...left, { id: command.id, goods: command.goods }]
  }, known)
}
