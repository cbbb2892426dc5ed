import { cents, formatDollars, formatMoney, toCents } from '../money/money.ts'

export function formatSigned(dollars: number): string {
  return `${dollars < 0 ? '−' : '+'} ${formatMoney(Math.abs(dollars))}`
}

export function formatDifference(counted: number, expected: number): string {
  const difference = toCents(counted) - toCents(expected)
  if (difference === 0) return 'It is right'
  const amount = formatDollars(cents(Math.abs(difference)))
  return difference < 0 ? `${amount} short` : `${amount} over`
}
