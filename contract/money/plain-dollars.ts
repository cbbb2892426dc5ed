import { type Cents, cents, formatDollars, toDollars } from './money.ts'

export function dollarsOf(amount: number): number {
  return toDollars(cents(amount))
}

/** `1234.50`: as fields and CSV files hold it. */
export function plainDollars(amount: Cents): string {
  return toDollars(amount).toFixed(2)
}

export function formatCents(amount: number): string {
  return formatDollars(amount as Cents)
}
