export type Size = {
  name: 'quick' | 'whole'
  rounds: number
  seconds: number
  products: number[]
  orders: number[]
  deskRounds: number
  /** Runs per page, 12 seconds each. */
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
