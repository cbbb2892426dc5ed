import { type Cents, cents, formatDollars, toDollars } from './money.ts'

export function dollarsOf(amount: number): number {
  return toDollars(cents(amount))
}

export function plainDollars(amount: Cents): string {
  return toDollars(amount).toFixed(2)
}

export function formatCents(amount: number): string {
  return formatDollars(amount as Cents)
}
