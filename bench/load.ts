import autocannon from 'autocannon'
import { median } from './numbers.ts'
import { cpuSeconds } from './processes.ts'
import type { Subject } from './subjects.ts'

/** What is asked again and again, for so many seconds, over so many connections. */
export type Load = { path: string; headers?: Record<string, string>; connections: number; seconds: number }

/** What one round found; `cpuMicros` is processor time of the subject per answer, `busy` its share of one core. */
export type Round = { perSecond: number; cpuMicros: number; busy: number; p50: number; p99: number; wrong: number }

/** One round of load from a thread of its own, so that this one can do something else meanwhile. */
export async function loadOnce(subject: Subject, { path, headers = {}, connections, seconds }: Load): Promise<Round> {
  const before = cpuSeconds(subject.pid)
  const start = performance.now()
  const found = await autocannon({ url: subject.url + path, headers, connections, duration: seconds, workers: 1 })
  const took = (performance.now() - start) / 1000
  const cpu = cpuSeconds(subject.pid) - before
  const answers = found.requests.total
  const wrong = found.errors + found['4xx'] + found['5xx']
  const { p50, p99 } = found.latency
  return { perSecond: answers / found.duration, cpuMicros: (cpu / answers) * 1e6, busy: cpu / took, p50, p99, wrong }
}

/** What a subject reached in the rounds: medians, and its ratios to the first subject of the same rounds. */
export type Result = { part: string; subject: string; rounds: Round[]; ratio: number; cpuRatio: number }

/**
 * Runs the subjects in turn, round by round, so that whatever else the machine does meets all of them. A ratio is the median
 * of the rounds' ratios; the first subject is what the others are compared with.
 */
export async function compare(part: string, subjects: Subject[], load: Load, rounds: number): Promise<Result[]> {
  const found = subjects.map((): Round[] => [])
  for (const subject of subjects) await loadOnce(subject, { ...load, seconds: 1 })
  for (let round = 0; round < rounds; round++) {
    for (const [index, subject] of subjects.entries()) found[index]?.push(await loadOnce(subject, load))
  }
  return subjects.map(({ name }, index) => resultOf(part, name, found[index] ?? [], found[0] ?? []))
}

export function resultOf(part: string, subject: string, rounds: Round[], others: Round[]): Result {
  const ratio = median(rounds.map((round, at) => round.perSecond / (others[at]?.perSecond ?? 0)))
  const cpuRatio = median(rounds.map((round, at) => (others[at]?.cpuMicros ?? 0) / round.cpuMicros))
  return { part, subject, rounds, ratio, cpuRatio }
}
