import { formatQuantity, type Thousandths } from './quantity.ts'
import { type Unit, unitFor } from './units.ts'

/** What spoons and cups are made for, in thousandths of one. */
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

/** In thousandths: a third that was typed as 0.333 is a third in each of five batches, too. */
const NEAR = 5

const IN_PARTS: readonly Unit[] = ['cup', 'tbsp', 'tsp']

/** As it is measured out: `2/3 cup`, `1 1/2 cups`, and what is weighed as `1.25 lb`. */
export function formatKitchenAmount(quantity: Thousandths, unit: Unit): string {
  return `${IN_PARTS.includes(unit) ? formatParts(quantity) : formatQuantity(quantity)} ${unitFor(quantity, unit)}`
}

function formatParts(quantity: Thousandths): string {
  const rest = quantity % 1000
  const near = PARTS.find(([part]) => Math.abs(part - rest) <= NEAR)
  const whole = Math.floor(quantity / 1000) + (near?.[0] === 1000 ? 1 : 0)
  if (!near || (whole === 0 && !near[1])) return formatQuantity(quantity)
  const number = formatQuantity((whole * 1000) as Thousandths)
  return [...(whole > 0 ? [number] : []), ...(near[1] ? [near[1]] : [])].join(' ')
}
