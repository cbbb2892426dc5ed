import { z } from 'zod/mini'

/** A way to pay without a card; `isCash`: it counts in the cash box of a market day. */
const wayToPay = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  isCash: z.boolean(),
  givesChange: z.boolean(),
})
export type WayToPay = z.output<typeof wayToPay>

export const MAX_WAYS_TO_PAY = 20

const DEFAULT_WAYS: readonly WayToPay[] = [
  { name: 'Cash', isCash: true, givesChange: true },
  ...['Check', 'Venmo', 'SNAP/EBT', 'Market tokens', 'WIC/FMNP checks', 'Card reader'].map(
    (name) => ({ name, isCash: false, givesChange: false }),
  ),
]

export function formatWaysToPay(ways: readonly WayToPay[]): string {
  return JSON.stringify(ways)
}

export const DEFAULT_WAYS_TO_PAY: string = formatWaysToPay(DEFAULT_WAYS)

/** The ways to pay that a setting says; what cannot be read says the ones of a new shop. */
export function parseWaysToPay(value: string): readonly WayToPay[] {
  return readWays(value) ?? DEFAULT_WAYS
}

export function wrongInWaysToPay(value: string): string | null {
  const ways = readWays(value)
  if (!ways) return 'Please give each way to pay a name of at most 40 letters.'
  if (ways.length === 0) return 'Please keep at least one way to pay.'
  if (ways.length > MAX_WAYS_TO_PAY) return `At most ${MAX_WAYS_TO_PAY} ways to pay, please.`
  const names = new Set(ways.map(({ name }) => name.toLowerCase()))
  return names.size === ways.length ? null : 'Please give each way to pay a name of its own.'
}

function readWays(value: string): WayToPay[] | null {
  try {
    const ways = z.safeParse(z.array(wayToPay), JSON.parse(value))
    return ways.success ? ways.data : null
  } catch {
    return null
  }
}
