export type Bucket = {
  /**
   * Takes a token, or several, at an instant in milliseconds; answers 0, or the seconds until there is
   * one. Where there is one, all that are asked for are lent.
   */
  take(at: number, count?: number): number
}

export type BucketRate = { burst: number; perSecond: number }

/** Lets `burst` things through at once and `perSecond` of them for ever. */
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
