import { type Cents, cents } from '../money/money.ts'

/** In cents. */
export const ROUNDINGS = [1, 5, 10, 25, 50, 100] as const

/** `+10` or `-2.5 %` in hundredths of a percent; null outside -99 to 1,000. */
export function parsePercent(text: string): number | null {
  const match = /^([+-]?)(\d{1,4})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim().replace('−', '-'))
  if (!match) return null
  const [, sign, whole, fraction = ''] = match
  const size = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  const hundredths = sign === '-' ? 0 - size : size
  return hundredths < -9900 || hundredths > 100_000 ? null : hundredths
}

/** A price raised by hundredths of a percent, to the nearest `step` (half up); never free. */
export function raisedPrice(price: Cents, hundredths: number, step: number): Cents {
  const whole = 10_000 * step
  const steps = Math.floor((price * (10_000 + hundredths) + whole / 2) / whole)
  return cents(Math.max(steps, 1) * step)
}
