export type Bucket = {
  /** Takes a token at an instant in milliseconds; answers 0, or the seconds until there is one. */
  take(at: number): number
}

export type BucketRate = { burst: number; perSecond: number }

/** Lets `burst` things through at once and `perSecond` of them for ever. */
export function tokenBucket({ burst, perSecond }: BucketRate, start: number): Bucket {
  let [tokens, filledAt] = [burst, start]
  return {
    take(at) {
      tokens = Math.min(burst, tokens + (Math.max(0, at - filledAt) / 1000) * perSecond)
      filledAt = at
      if (tokens < 1) return (1 - tokens) / perSecond
      tokens -= 1
      return 0
    },
  }
}
