import type { Ask } from './ask.ts'
import type { Cost } from './cost.ts'
import { median, percentile } from './numbers.ts'
import { cpuSeconds } from './processes.ts'
import type { Subject } from './subjects.ts'

/** `ms` runs to the last byte. */
export type Tried = { ms: number; cpuMs: number; bytes: number }

type Call = { path: string; headers: Record<string, string> }

/** Makes one call with nothing else running. @throws Error unless the answer is 200 */
export async function tryCall(shop: Subject, ask: Ask, { path, headers }: Call): Promise<Tried> {
  const before = cpuSeconds(shop.pid)
  const { status, ms, bytes } = await ask(path, { headers })
  const cpuMs = (cpuSeconds(shop.pid) - before) * 1000
  if (status !== 200) throw new Error(`${path}: ${status} ${bytes}`)
  return { ms, cpuMs, bytes: bytes.length }
}

export function costOfTries(call: string, tried: readonly Tried[]): Omit<Cost, 'size'> {
  const times = tried.map(({ ms }) => ms)
  const middle = (field: keyof Tried) => median(tried.map((one) => one[field]))
  return {
    call,
    cpuMs: middle('cpuMs'),
    p50: median(times),
    p99: percentile(times, 0.99),
    bytes: middle('bytes'),
  }
}
