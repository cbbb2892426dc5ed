import { DEFAULT_TERMS } from '#contract/calendar/delivery.ts'
import { formatDollars, formatMoney } from '#contract/money/money.ts'
import type { Product } from '#contract/products/products.ts'
import { stockLevel } from '#contract/products/stock.ts'
import { SEEDED_PLACES, seededWindow } from '#contract/settings/seeded-facts.ts'

export type Fact = { label: string; holdsIn: (answer: string) => boolean }

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
  facts: (farm: Farm) => Fact[]
  never?: (farm: Farm) => Fact[]
  /** The farm's rows have no answer: the helper must admit it. */
  isUnknown?: true
}

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

export function costs(farm: Farm, name: string): Fact {
  const price = priceOf(farm, name)
  return {
    label: `${name} costs ${price}`,
    holdsIn: (answer) => partAbout(farm, name, answer).includes(price),
  }
}

export function stands(farm: Farm, name: string): Fact {
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

/**
 * Names at least `most` of the given products in stock, or all of those, or says all are sold out.
 */
export function lists(most: number, products: readonly Product[]): Fact {
  const there = products.filter((product) => product.stock > 0)
  const wanted = Math.min(most, there.length)
  return {
    label: `${wanted} of ${there.map(({ name }) => shortName(name)).join(', ') || 'nothing'}`,
    holdsIn: (answer) =>
      wanted === 0
        ? /sold out|out of stock|nothing|none/i.test(answer)
        : there.filter((product) => answer.includes(shortName(product.name))).length >= wanted,
  }
}

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

export function productOf(farm: Farm, name: string): Product {
  const found = farm.products.find((product) => product.name.startsWith(name))
  if (!found) throw new Error(`The farm of the questions has no ${name}.`)
  return found
}

export function priceOf(farm: Farm, name: string): string {
  return formatMoney(productOf(farm, name).price)
}

export function ofCategory(farm: Farm, category: Product['category']): Product[] {
  return farm.products.filter((product) => product.category === category)
}

export function setting(farm: Farm, key: string): Fact {
  return says(farm.settings.get(key) ?? 'a setting that is stored')
}

export const FEE = says(
  new RegExp(formatDollars(DEFAULT_TERMS.fee).replace('$', '\\$').replace('.00', '(?:\\.00)?\\b')),
)
export const DELIVERED_FROM = says(
  new RegExp(
    formatDollars(DEFAULT_TERMS.minimum).replace('$', '\\$').replace('.00', '(?:\\.00)?\\b'),
  ),
)
export const WINDOWS: Fact[] = SEEDED_PLACES.map((place) => says(seededWindow(place)))
