import { formatQuantity, type Thousandths } from '../products/quantity.ts'
import { type Unit, unitFor } from '../products/units.ts'

const PARTS = [
  [0, ''],
  [125, '1/8'],
  [250, '1/4'],
  [333, '1/3'],
  [375, '3/8'],
  [500, '1/2'],
  [625, '5/8'],
  [667, '2/3'],
  [750, '3/4'],
  [875, '7/8'],
  [1000, ''],
] as const

/** In thousandths: a third typed as 0.333 is still a third in five batches. */
const NEAR = 5

/** How many teaspoons each holds, and the parts it is measured in, in thousandths. */
const MEASURES = {
  cup: { spoons: 48, parts: [0, 250, 333, 500, 667, 750] },
  tbsp: { spoons: 3, parts: [0] },
  tsp: { spoons: 1, parts: [] },
} as const

type Measure = keyof typeof MEASURES

/** As a cook measures: `2/3 cup`, 16 teaspoons as `1/3 cup`, `1.25 lb`, and counts as `12`. */
export function formatKitchenAmount(quantity: Thousandths, unit: Unit): string {
  if (unit === 'piece') return formatQuantity(quantity)
  const measured = unit in MEASURES ? formatMeasured(quantity, unit as Measure) : null
  return measured ?? `${formatQuantity(quantity)} ${unitFor(quantity, unit)}`
}

function formatMeasured(quantity: Thousandths, unit: Measure): string | null {
  const spoons = quantity * MEASURES[unit].spoons
  for (const measure of ['cup', 'tbsp'] as const) {
    const { spoons: holds, parts } = MEASURES[measure]
    if (holds <= MEASURES[unit].spoons) break
    const taken = Math.round(spoons / holds)
    const isPlain = parts.some((part) => Math.abs((taken % 1000) - part) <= 1)
    if (taken >= 250 && isPlain) return withUnit(taken, measure)
  }
  return withUnit(quantity, unit)
}

function withUnit(quantity: number, unit: Measure): string | null {
  const text = formatParts(quantity)
  return text && `${text} ${unitFor(quantity as Thousandths, unit)}`
}

function formatParts(quantity: number): string | null {
  const rest = quantity % 1000
  const near = PARTS.find(([part]) => Math.abs(part - rest) <= NEAR)
  const whole = Math.floor(quantity / 1000) + (near?.[0] === 1000 ? 1 : 0)
  if (!near || (whole === 0 && !near[1])) return null
  const number = formatQuantity((whole * 1000) as Thousandths)
  return [...(whole > 0 ? [number] : []), ...(near[1] ? [near[1]] : [])].join(' ')
}
