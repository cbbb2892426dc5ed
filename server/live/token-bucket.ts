export type Bucket = { take(at: number): boolean }

/** Lets `burst` things through at once and `perSecond` of them for ever; `at` in milliseconds. */
export function tokenBucket(
  { burst, perSecond }: { burst: number; perSecond: number },
  start: number,
): Bucket {
  let [tokens, filledAt] = [burst, start]
  return {
    take(at) {
      tokens = Math.min(burst, tokens + (Math.max(0, at - filledAt) / 1000) * perSecond)
      filledAt = at
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
