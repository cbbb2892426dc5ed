import type { Result, Round } from './load.ts'
import { brief, median } from './numbers.ts'

export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const ROUND_HEADS = ['requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'busy']

export function cellsOf(one: Result): string[] {
  return (['perSecond', 'p50', 'p99', 'cpuMicros', 'busy'] as const).map((field) =>
    brief(middle(one, field)),
  )
}

export function middle({ rounds }: Result, field: keyof Round): number {
  return median(rounds.map((round) => round[field]))
}

export function wrongOf({ rounds }: Result): string {
  return String(rounds.reduce((sum, { wrong }) => sum + wrong, 0))
}
