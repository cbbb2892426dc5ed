/** How long a run takes: rounds of so many seconds, and orders in the desk's shop. */
export type Size = { name: 'quick' | 'whole'; rounds: number; seconds: number; orders: number }

export const SIZES: Record<Size['name'], Size> = {
  quick: { name: 'quick', rounds: 3, seconds: 1, orders: 10_000 },
  whole: { name: 'whole', rounds: 5, seconds: 3, orders: 100_000 },
}
