/**
 * What happened on a market day, as the model keeps it: a fact is heard once, and one that undoes
 * others names them. Amounts in whole dollars.
 */
export type Fact = { id: string } & (
  | { kind: 'start'; amount: number; replaces: readonly string[] }
  | { kind: 'move'; amount: number }
  | { kind: 'count' }
  | { kind: 'sell'; units: number; cash: number }
  | { kind: 'pay'; order: number; cash: number; other: number }
  | { kind: 'pay-back'; order: number; cash: number; other: number }
  | { kind: 'void-sale'; target: string }
  | { kind: 'void-pay'; target: string }
  | { kind: 'give'; order: number }
  | { kind: 'take-back'; order: number; gives: readonly string[] }
  | { kind: 'pack'; order: number; boxes: number }
  | { kind: 'unpack'; order: number; packs: readonly string[] }
  /** `cents`: what the line costs by weight; null: no longer weighed. */
  | { kind: 'weigh'; order: number; cents: number | null; replaces: readonly string[] }
  | { kind: 'load'; units: number }
  | {
      kind: 'home'
      back: number
      waste: number
      replaces: readonly string[]
      isOfAnotherDay?: true
    }
  | { kind: 'harvest'; units: number }
)

type Of<K extends Fact['kind']> = Extract<Fact, { kind: K }>

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

export function marketModel(stock: number) {
  const heard: Fact[] = []
  const counts: number[] = []

  function of<K extends Fact['kind']>(...kinds: readonly K[]): Of<K>[] {
    return heard.filter((fact): fact is Of<K> => (kinds as readonly string[]).includes(fact.kind))
  }
  const sales = () => {
    const undone = new Set(of('void-sale').map(({ target }) => target))
    return of('sell').filter(({ id }) => !undone.has(id))
  }
  const payments = () => {
    const undone = new Set(of('void-pay').map(({ target }) => target))
    return of('pay', 'pay-back').filter(({ id }) => !undone.has(id))
  }
  const starts = () => {
    const replaced = new Set(of('start').flatMap(({ replaces }) => replaces))
    return of('start').filter(({ id }) => !replaced.has(id))
  }
  const homes = (isOfAnotherDay?: true) => {
    const own = of('home').filter((home) => home.isOfAnotherDay === isOfAnotherDay)
    const replaced = new Set(own.flatMap(({ replaces }) => replaces))
    return own.filter(({ id }) => !replaced.has(id))
  }
  const gives = (order: number) => {
    const back = of('take-back').filter((fact) => fact.order === order)
    const undone = new Set(back.flatMap((fact) => fact.gives))
    return of('give').filter((give) => give.order === order && !undone.has(give.id))
  }
  const packs = (order: number) => {
    const again = of('unpack').filter((fact) => fact.order === order)
    const undone = new Set(again.flatMap((fact) => fact.packs))
    return of('pack').filter((pack) => pack.order === order && !undone.has(pack.id))
  }
  const boxes = (order: number) => {
    const standing = packs(order)
    const all = of('pack').filter((pack) => pack.order === order)
    const said = standing.length > 0 ? standing : all
    return Math.max(1, ...said.map((pack) => pack.boxes))
  }
  const weighs = (order: number) => {
    const own = of('weigh').filter((fact) => fact.order === order)
    const replaced = new Set(own.flatMap(({ replaces }) => replaces))
    return own.filter(({ id }) => !replaced.has(id))
  }
  /** In cents, the least of those that stand; null if none says a weight. */
  const weighed = (order: number) => {
    const said = weighs(order).flatMap(({ cents }) => cents ?? [])
    return said.length > 0 ? Math.min(...said) : null
  }
  const loaded = () => sumOf(of('load').map(({ units }) => units))
  const cash = () =>
    sumOf(starts().map(({ amount }) => amount)) +
    sumOf(of('move').map(({ amount }) => amount)) +
    sumOf(sales().map((sale) => sale.cash)) +
    sumOf(payments().map((payment) => payment.cash))

  return {
    ...{ heard, counts, sales, payments, starts, homes, gives, loaded, cash },
    ...{ packs, boxes, weighs, weighed },
    hear(fact: Fact) {
      if (heard.some(({ id }) => id === fact.id)) return
      heard.push(fact)
      if (fact.kind === 'count') counts.push(cash())
    },
    paid: (order: number) =>
      sumOf(
        payments()
          .filter((payment) => payment.order === order)
          .map((payment) => payment.cash + payment.other),
      ),
    /** For sale: all there ever was, less what is on the truck, was sold beyond it, or is waste. */
    stock() {
      const all = stock + sumOf(of('harvest').map(({ units }) => units))
      const back = sumOf(homes().map((home) => home.back))
      const waste = sumOf(homes().map((home) => home.waste))
      const onTruck = Math.min(all, Math.max(0, Math.max(0, loaded()) - back - waste))
      const sold = sumOf(sales().map(({ units }) => units))
      const left = Math.max(0, all - onTruck - Math.max(0, sold - onTruck))
      return Math.max(0, left - waste)
    },
  }
}

export type MarketModel = ReturnType<typeof marketModel>
