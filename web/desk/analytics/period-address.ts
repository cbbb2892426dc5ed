import { keysOf } from '#contract/changed-fields.ts'
import { PERIODS, type Period } from '#contract/money/figures.ts'

export type ChosenPeriod = { period: Period } | { from: string; to: string }

const DAY = /^\d{4}-\d{2}-\d{2}$/

export function periodHash(chosen: ChosenPeriod): string {
  const part = 'period' in chosen ? chosen.period : `${chosen.from}/${chosen.to}`
  return `money/${part}`
}

/** Reads `money/last-month` or `money/2026-11-01/2026-11-15`; without either, this week. */
export function readPeriodHash(hash: string): ChosenPeriod {
  const [, first = '', to = ''] = hash.split('/')
  if (DAY.test(first) && DAY.test(to)) return { from: first, to }
  return { period: keysOf(PERIODS).find((period) => period === first) ?? 'this-week' }
}
