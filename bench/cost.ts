/** Times in ms; p50 and p99 run to the last byte. */
export type Cost = {
  call: string
  size: number
  cpuMs: number
  p50: number
  p99: number
  bytes: number
  /** The longest wait for a cached page meanwhile, in ms; unset if not measured. */
  visitorMs?: number
}

/** Cost may outgrow the answer by this factor: two runs, or two index depths, differ by less. */
const NOISE = 2.5

/** `cost` and `answer` are factors, largest shop over smallest. */
export type Grown = { call: string; cost: number; answer: number; isFaster: boolean }

/** `isFaster`: the cost outgrew the answer. */
export function grown(costs: readonly Cost[]): Grown[] {
  return [...Map.groupBy(costs, ({ call }) => call)].flatMap(([call, own]) => {
    const [smallest, largest] = [own[0], own.at(-1)]
    if (!smallest || !largest || smallest === largest) return []
    const cost = largest.cpuMs / smallest.cpuMs
    const answer = smallest.bytes > 0 ? largest.bytes / smallest.bytes : 1
    return [{ call, cost, answer, isFaster: cost > Math.max(answer, 1) * NOISE }]
  })
}
