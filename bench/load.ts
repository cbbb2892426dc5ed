import type { Load } from './asking.ts'
import { askByAutocannon } from './by-autocannon.ts'
import { askByWrk } from './by-wrk.ts'
import { median } from './numbers.ts'
import { cpuSeconds, isInstalled } from './processes.ts'
import type { Subject } from './subjects.ts'

/** Neither blocks this thread, which can do other work meanwhile. */
export const ASKING = isInstalled('wrk')
  ? { name: 'wrk', ask: askByWrk }
  : { name: 'autocannon', ask: askByAutocannon }

/** `cpuMicros` is the subject's CPU time per answer, `busy` how many cores it kept at work. */
export type Round = {
  perSecond: number
  cpuMicros: number
  busy: number
  p50: number
  p99: number
  wrong: number
}

export async function loadOnce(subject: Subject, load: Load): Promise<Round> {
  const before = cpuSeconds(subject.pid)
  const start = performance.now()
  const { answers, seconds, p50, p99, wrong } = await ASKING.ask(subject.url, load)
  const took = (performance.now() - start) / 1000
  const cpu = cpuSeconds(subject.pid) - before
  return {
    perSecond: answers / seconds,
    cpuMicros: (cpu / answers) * 1e6,
    busy: cpu / took,
    p50,
    p99,
    wrong,
  }
}

/** Medians of the rounds; ratios are to the first subject of the same rounds. */
export type Result = {
  part: string
  subject: string
  rounds: Round[]
  ratio: number
  cpuRatio: number
}

/**
 * Subjects take turns each round, so other load on the machine hits them all. Ratios are medians of
 * each round's ratio to the first subject.
 */
export async function compare(
  part: string,
  subjects: Subject[],
  load: Load,
  rounds: number,
): Promise<Result[]> {
  const found = subjects.map((): Round[] => [])
  for (const subject of subjects) await loadOnce(subject, { ...load, seconds: 1 })
  for (let round = 0; round < rounds; round++) {
    for (const [index, subject] of subjects.entries())
      found[index]?.push(await loadOnce(subject, load))
  }
  return subjects.map(({ name }, index) => resultOf(part, name, found[index] ?? [], found[0] ?? []))
}

export function resultOf(part: string, subject: string, rounds: Round[], others: Round[]): Result {
  const ratio = median(rounds.map((round, at) => round.perSecond / (others[at]?.perSecond ?? 0)))
  const cpuRatio = median(rounds.map((round, at) => (others[at]?.cpuMicros ?? 0) / round.cpuMicros))
  return { part, subject, rounds, ratio, cpuRatio }
}
