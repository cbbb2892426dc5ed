/** How long a run takes: rounds of so many seconds, and the sizes at which cost is compared. */
export type Size = {
  name: 'quick' | 'whole'
  rounds: number
  seconds: number
  products: number[]
  orders: number[]
  /** How often each call of the desk is made at each size. */
  deskRounds: number
  /** How often Lighthouse judges each page, twelve seconds each time. */
  lighthouseRuns: number
}

export const SIZES: Record<Size['name'], Size> = {
  quick: {
    name: 'quick',
    rounds: 3,
    seconds: 1,
    products: [24, 1000],
    orders: [1000, 10_000],
    deskRounds: 30,
    lighthouseRuns: 3,
  },
  whole: {
    name: 'whole',
    rounds: 5,
    seconds: 3,
    products: [24, 1000, 10_000],
    orders: [1000, 100_000, 1_000_000],
    deskRounds: 200,
    lighthouseRuns: 9,
  },
}
