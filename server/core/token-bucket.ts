export type Bucket = {
  /**
   * Takes tokens at an instant (ms): 0, or the seconds until there is one. One left is enough for
   * any count; the rest is lent.
   */
  take(at: number, count?: number): number
}

export type BucketRate = { burst: number; perSecond: number }

/** Allows `burst` at once and `perSecond` after that. */
export function tokenBucket({ burst, perSecond }: BucketRate, start: number): Bucket {
  let [tokens, filledAt] = [burst, start]
  return {
    take(at, count = 1) {
      tokens = Math.min(burst, tokens + (Math.max(0, at - filledAt) / 1000) * perSecond)
      filledAt = at
      if (tokens < 1) return (1 - tokens) / perSecond
      tokens -= count
      return 0
    },
  }
}
