import { z } from 'zod/mini'
import { typedNumber } from '../text/typed-numbers.ts'
import { type Cents, cents } from './money.ts'
import { dollarsOf, formatCents } from './plain-dollars.ts'

export const TAX_CLASSES = ['exempt', 'reduced', 'standard'] as const
export type TaxClass = (typeof TAX_CLASSES)[number]

export const TAX_CLASS_LABELS = {
  exempt: 'No sales tax',
  reduced: 'Reduced rate',
  standard: 'Full rate',
} as const satisfies Record<TaxClass, string>

/** Rates are in hundredths of a percent: 620 is 6.2 %. */
const MAX_RATE = 3000

/** `6.2` or `6,2` is 620; null unless it is 0 to 30 percent with at most two decimals. */
export function parseRate(text: string): number | null {
  const hundredths = typedNumber(text.trim().replace(/%$/, '').trim()) * 100
  const rate = Math.round(hundredths)
  return Math.abs(hundredths - rate) < 1e-6 && rate >= 0 && rate <= MAX_RATE ? rate : null
}

export function formatRate(rate: number): string {
  return `${rate / 100} %`
}

const WRONG_RATE = 'Please enter a percentage from 0 to 30, such as 6.2, with at most two decimals.'

export function wrongInRate(value: string): string | null {
  return value.trim() === '' || parseRate(value) !== null ? null : WRONG_RATE
}

/** A place's own rate; null: the shop's. */
export const placeRate = z.pipe(
  z
    .nullable(z.union([z.number(), z.string()], WRONG_RATE))
    .check(z.refine((value) => wrongInRate(String(value ?? '')) === null, WRONG_RATE)),
  z.transform((value) => parseRate(String(value ?? ''))),
)

/** A product's own tax class; null: its category's. */
export const taxClass = z.pipe(
  z.nullable(z.enum(['', ...TAX_CLASSES], `Please choose ${TAX_CLASSES.join(', ')}, or nothing.`)),
  z.transform((value): TaxClass | null => value || null),
)

/** Each category's class by its name; a category that isn't listed is exempt. */
type TaxCategories = ReadonlyMap<string, TaxClass>

export function parseTaxCategories(value: string): TaxCategories | null {
  try {
    const { data } = z.record(z.string(), z.enum(TAX_CLASSES)).safeParse(JSON.parse(value))
    return data ? new Map(Object.entries(data)) : null
  } catch {
    return null
  }
}

export function wrongInTaxCategories(value: string): string | null {
  return parseTaxCategories(value) ? null : 'Please choose a kind of sales tax for each category.'
}

/** The tax inside a price that includes it; half a cent rounds up. */
export function taxInside(base: Cents, rate: number): Cents {
  return cents(Math.floor((2 * base * rate + 10_000 + rate) / (2 * (10_000 + rate))))
}

/** `cents`: what stands. `snap`: SNAP may pay for it. */
export type TaxedPart = { rate: number; cents: number; snap: boolean }

/** In cents. `byEbt` isn't taxed; `tax` is inside the rest. */
export type RateSum = { rate: number; cents: number; byEbt: number; tax: Cents }

/**
 * The tax of one order or sale, rounded once per rate, highest first. SNAP pays first for the
 * eligible goods with the highest rate.
 */
export function taxByRate(parts: readonly TaxedPart[], ebt: number): RateSum[] {
  let left = Math.max(0, ebt)
  const byRate = [...Map.groupBy(parts, ({ rate }) => rate)].sort(([one], [other]) => other - one)
  return byRate.map(([rate, own]) => {
    const all = own.reduce((sum, part) => sum + part.cents, 0)
    const eligible = own.reduce((sum, part) => sum + (part.snap ? part.cents : 0), 0)
    const byEbt = Math.min(left, eligible)
    left -= byEbt
    return { rate, cents: all, byEbt, tax: taxInside(cents(all - byEbt), rate) }
  })
}

/** `rate` in percent; `on`: the amount that includes the tax, in dollars. */
export const taxLines = z.array(z.object({ rate: z.number(), on: z.number(), amount: z.number() }))
type TaxLines = z.output<typeof taxLines>

export function taxLinesOf(sums: readonly RateSum[]): TaxLines {
  return sums
    .filter(({ rate, cents: all, byEbt }) => rate > 0 && all > byEbt)
    .map(({ rate, cents: all, byEbt, tax }) => ({
      rate: rate / 100,
      on: dollarsOf(all - byEbt),
      amount: dollarsOf(tax),
    }))
}

export function nameTaxLine({ rate }: TaxLines[number]): string {
  return `Includes sales tax (${rate} %)`
}

/** `On $10.00: $0.58 is tax`; empty for no rate. */
export function formatTaxExample(text: string): string {
  const rate = text.trim() === '' ? null : parseRate(text)
  return rate === null ? '' : `On $10.00: ${formatCents(taxInside(cents(1000), rate))} is tax.`
}
