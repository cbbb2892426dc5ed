import { brief } from './numbers.ts'

/** `seen` is null where it couldn't be measured. */
export type Verdict = {
  what: string
  wanted: string
  seen: number | null
  isHeld: boolean | null
  unit: string
}

type Seen = number | null | undefined

/** `unit` follows both numbers. */
export function atLeast(what: string, least: number, seen: Seen, unit = ''): Verdict {
  const wanted = `≥ ${brief(least)}${unit}`
  return verdict({ what, wanted, unit }, seen, (value) => value >= least)
}

export function atMost(what: string, most: number, seen: Seen, unit = ''): Verdict {
  const wanted = `≤ ${brief(most)}${unit}`
  return verdict({ what, wanted, unit }, seen, (value) => value <= most)
}

function verdict(
  goal: Pick<Verdict, 'what' | 'wanted' | 'unit'>,
  seen: Seen,
  isHeld: (value: number) => boolean,
): Verdict {
  const value = seen ?? null
  return { ...goal, seen: value, isHeld: value === null ? null : isHeld(value) }
}
