/** An exact number of any size, in lowest terms, `bottom` above zero. */
export type Fraction = { readonly top: bigint; readonly bottom: bigint }

const ZERO: Fraction = { top: 0n, bottom: 1n }

/**
 * Past this, rounds to 60 decimals. Real packages and batches need about thirty digits; nested
 * recipes could grow without end.
 */
const MAX_BOTTOM = 2n ** 512n
const COARSEST = 10n ** 60n

/** @throws RangeError when `bottom` is zero */
export function fraction(top: bigint, bottom = 1n): Fraction {
  if (bottom === 0n) throw new RangeError('A fraction of nothing.')
  if (bottom < 0n) return fraction(-top, -bottom)
  const by = commonDivisor(top < 0n ? -top : top, bottom)
  const [low, under] = [top / by, bottom / by]
  if (under <= MAX_BOTTOM) return { top: low, bottom: under }
  return fraction(roundHalfUp({ top: low * COARSEST, bottom: under }), COARSEST)
}

export function times(one: Fraction, other: Fraction): Fraction {
  return fraction(one.top * other.top, one.bottom * other.bottom)
}

/** @throws RangeError when divided by zero */
export function dividedBy(one: Fraction, other: Fraction): Fraction {
  return fraction(one.top * other.bottom, one.bottom * other.top)
}

export function addFractions(fractions: Iterable<Fraction>): Fraction {
  const tops = new Map<bigint, bigint>()
  for (const { top, bottom } of fractions) tops.set(bottom, (tops.get(bottom) ?? 0n) + top)
  let sum = ZERO
  for (const [bottom, top] of tops)
    sum = fraction(sum.top * bottom + top * sum.bottom, sum.bottom * bottom)
  return sum
}

export function roundHalfUp({ top, bottom }: Fraction): bigint {
  return roundDown({ top: 2n * top + bottom, bottom: 2n * bottom })
}

export function roundUp({ top, bottom }: Fraction): bigint {
  return -roundDown({ top: -top, bottom })
}

function roundDown({ top, bottom }: Fraction): bigint {
  return top / bottom - (top < 0n && top % bottom !== 0n ? 1n : 0n)
}

export function toNumber({ top, bottom }: Fraction): number {
  const isSmall = top <= Number.MAX_SAFE_INTEGER && bottom <= Number.MAX_SAFE_INTEGER
  if (isSmall) return Number(top) / Number(bottom)
  return Number((top * COARSEST) / bottom) / Number(COARSEST)
}

const WRITTEN = /^(-?\d{1,400})\/([1-9]\d{0,200})$/

/** `23/14`, as in the shop's answers. @throws RangeError if it isn't one */
export function parseFraction(text: string): Fraction {
  const match = WRITTEN.exec(text)
  if (!match) throw new RangeError('Not a fraction.')
  const [, top = '0', bottom = '1'] = match
  return fraction(BigInt(top), BigInt(bottom))
}

export function formatFraction({ top, bottom }: Fraction): string {
  return `${top}/${bottom}`
}

function commonDivisor(one: bigint, other: bigint): bigint {
  let [high, low] = [one, other]
  while (low > 0n) [high, low] = [low, high % low]
  return high
}
