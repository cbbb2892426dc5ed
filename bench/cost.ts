/**
 * What one call costs in a shop of one size: the shop's processor time and the time to the last byte, in milliseconds.
 */
export type Cost = {
  call: string
  size: number
  cpuMs: number
  p50: number
  p99: number
  bytes: number
  /** How long a visitor waits at most for a kept page meanwhile, in milliseconds, where that was measured. */
  visitorMs?: number
}

/**
 * By so much may cost grow beyond the answer before it counts:
 * by less differ two measurements, or two depths of an index.
 */
const NOISE = 2.5

/** How many times as much a call costs, and answers, in the largest shop as in the smallest. */
export type Grown = { call: string; cost: number; answer: number; isFaster: boolean }

/** How each call grew from the smallest size to the largest; `isFaster` where the cost outran the answer. */
export function grown(costs: readonly Cost[]): Grown[] {
  return [...Map.groupBy(costs, ({ call }) => call)].flatMap(([call, own]) => {
    const [smallest, largest] = [own[0], own.at(-1)]
    if (!smallest || !largest || smallest === largest) return []
    const cost = largest.cpuMs / smallest.cpuMs
    const answer = smallest.bytes > 0 ? largest.bytes / smallest.bytes : 1
    return [{ call, cost, answer, isFaster: cost > Math.max(answer, 1) * NOISE }]
  })
}
