import { DEFAULT_TERMS } from '#contract/calendar/delivery.ts'
import { formatDollars, formatMoney, times, toCents } from '#contract/money/money.ts'
import type { Product } from '#contract/products/products.ts'
import { stockLevel } from '#contract/products/stock.ts'
import { SEEDED_PLACES, seededWindow } from '#contract/settings/seeded-facts.ts'

export type Fact = { label: string; holdsIn: (answer: string) => boolean }

/** Some are known only once the farm has its prices and stock. */
type FarmFact = Fact | ((farm: Farm) => Fact)

export type Farm = {
  products: readonly Product[]
  settings: ReadonlyMap<string, string>
  newNames: readonly string[]
}

/** `facts` are what an ordinary reader expects in the answer; `never` would be wrong. */
export type FarmQuestion = {
  ask: string
  /** Asked before, in the same chat. */
  after?: readonly string[]
  facts: readonly FarmFact[]
  never?: readonly FarmFact[]
}

export const factsOf = (farm: Farm, facts: readonly FarmFact[] = []): Fact[] =>
  facts.map((fact) => (typeof fact === 'function' ? fact(farm) : fact))

export function says(text: string | RegExp): Fact {
  const pattern = typeof text === 'string' ? null : text
  return {
    label: String(text),
    holdsIn: (answer) =>
      pattern ? pattern.test(answer) : answer.toLowerCase().includes(String(text).toLowerCase()),
  }
}

export function anyOf(...facts: Fact[]): Fact {
  return {
    label: facts.map((fact) => fact.label).join(' or '),
    holdsIn: (answer) => facts.some((fact) => fact.holdsIn(answer)),
  }
}

function allOf(facts: readonly Fact[]): Fact {
  return {
    label: facts.map((fact) => fact.label).join(' and '),
    holdsIn: (answer) => facts.every((fact) => fact.holdsIn(answer)),
  }
}

/** `Farm Fresh Eggs` of `Farm Fresh Eggs, dozen`: what a person would call it. */
export function shortName(name: string): string {
  return name.replace(/,.*$/, '')
}

/** From a product's name to the next product's, or to the line's end. */
export function partAbout(farm: Farm, name: string, answer: string): string {
  const start = answer.indexOf(shortName(name))
  if (start < 0) return ''
  const rest = answer.slice(start + shortName(name).length)
  const ends = farm.products
    .map((product) => rest.indexOf(shortName(product.name)))
    .filter((place) => place >= 0)
  return rest.slice(0, Math.min(...ends, rest.length))
}

export const costs =
  (name: string) =>
  (farm: Farm): Fact => {
    const price = formatMoney(productOf(farm, name).price)
    return {
      label: `${name} costs ${price}`,
      holdsIn: (answer) => partAbout(farm, name, answer).includes(price),
    }
  }

/** What so many of it cost. */
export const total = (name: string, count: number) => (farm: Farm) =>
  says(formatDollars(times(toCents(productOf(farm, name).price), count)))

export const cheapest = (category: string) => (farm: Farm) => {
  const there = farm.products.filter((one) => isOf(category)(one) && one.stock > 0)
  const [first] = there.toSorted((one, other) => one.price - other.price)
  return first ? costs(first.name)(farm) : says(/sold out/i)
}

export const stands =
  (name: string) =>
  (farm: Farm): Fact => {
    const { stock } = productOf(farm, name)
    const soldOut = /sold out|out of stock|none left/i
    const there = new RegExp(`\\b${stock}\\b|in stock|available`, 'i')
    return {
      label: `${name}: ${stock} in stock`,
      holdsIn: (answer) => {
        if (stockLevel(stock) === 'out')
          return answer.includes(shortName(name)) && soldOut.test(answer)
        const part = partAbout(farm, name, answer)
        return there.test(part) && !soldOut.test(part.split('.')[0] ?? '')
      },
    }
  }

export const standsEach = (category: string) => (farm: Farm) =>
  allOf(farm.products.filter(isOf(category)).map(({ name }) => stands(name)(farm)))

export const isOf = (category: string) => (product: Product) => product.category === category

/**
 * Names at least `most` of the products that are meant and in stock, or all of those, or says all
 * are sold out.
 */
export const lists =
  (most: number, isMeant: (product: Product) => boolean = () => true) =>
  ({ products }: Farm): Fact => {
    const there = products.filter((product) => isMeant(product) && product.stock > 0)
    const wanted = Math.min(most, there.length)
    return {
      label: `${wanted} of ${there.map(({ name }) => shortName(name)).join(', ') || 'nothing'}`,
      holdsIn: (answer) =>
        wanted === 0
          ? /sold out|out of stock|nothing|none/i.test(answer)
          : there.filter((product) => answer.includes(shortName(product.name))).length >= wanted,
    }
  }

/** Names three that are sold out. */
export const SOLD_OUT = ({ products }: Farm) => {
  const gone = products.filter(({ stock }) => stock === 0).slice(0, 3)
  return allOf(gone.map(({ name }) => says(shortName(name))))
}

/** Names all that is new. */
export const NEWS = ({ newNames }: Farm) => allOf(newNames.map((name) => says(name)))

export const admits: Fact = {
  label: 'does not know, and the farmer will see it',
  holdsIn: (answer) =>
    /(?:do not|don['’]t|cannot|can['’]t) (?:know|say|answer)|not sure/i.test(answer) &&
    /farmer/i.test(answer),
}

export function notSold(what: string): Fact {
  return {
    label: `no ${what}`,
    holdsIn: (answer) => new RegExp(`(?:no|not|n['’]t)\\b[^.]*${what}`, 'i').test(answer),
  }
}

function productOf(farm: Farm, name: string): Product {
  const found = farm.products.find((product) => product.name.startsWith(name))
  if (!found) throw new Error(`The farm of the questions has no ${name}.`)
  return found
}

export const setting = (key: string) => (farm: Farm) =>
  says(farm.settings.get(key) ?? 'a setting that is stored')

export const FEE = says(
  new RegExp(formatDollars(DEFAULT_TERMS.fee).replace('$', '\\$').replace('.00', '(?:\\.00)?\\b')),
)
export const DELIVERED_FROM = says(
  new RegExp(
    formatDollars(DEFAULT_TERMS.minimum).replace('$', '\\$').replace('.00', '(?:\\.00)?\\b'),
  ),
)
export const DELIVERY = [says(/Hot Springs area/i), FEE, DELIVERED_FROM]
export const WINDOWS: Fact[] = SEEDED_PLACES.map((place) => says(seededWindow(place)))
