import { brief } from './numbers.ts'

/** One thing the shop is held to; `seen` is null where it could not be measured. */
export type Verdict = {
  what: string
  wanted: string
  seen: number | null
  isHeld: boolean | null
  unit: string
}

/** A verdict on what must not be less; `unit` stands behind both numbers. */
export function atLeast(
  what: string,
  least: number,
  seen: number | null | undefined,
  unit = '',
): Verdict {
  const value = seen ?? null
  return {
    what,
    wanted: `≥ ${brief(least)}${unit}`,
    seen: value,
    isHeld: value === null ? null : value >= least,
    unit,
  }
}

/** A verdict on what must not be more. */
export function atMost(
  what: string,
  most: number,
  seen: number | null | undefined,
  unit = '',
): Verdict {
  const value = seen ?? null
  return {
    what,
    wanted: `≤ ${brief(most)}${unit}`,
    seen: value,
    isHeld: value === null ? null : value <= most,
    unit,
  }
}
