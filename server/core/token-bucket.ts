import { Refusal } from './refusal.ts'
import { setNewest } from './sliding-window.ts'

export type Bucket = ReturnType<typeof tokenBucket>

type BucketRate = { burst: number; perSecond: number }

export function tokenBucket({ burst, perSecond }: BucketRate, start: number) {
  let [tokens, filledAt] = [burst, start]
  return {
    /** `at` in ms. Returns 0 or seconds to wait. One token allows any count; the rest is borrowed. */
    take(at: number, count = 1): number {
      tokens = Math.min(burst, tokens + (Math.max(0, at - filledAt) / 1000) * perSecond)
      filledAt = at
      if (tokens < 1) return (1 - tokens) / perSecond
      tokens -= count
      return 0
    },
  }
}

/** A bucket per name. @throws Refusal 'too-often' when called, with the seconds to wait */
export function allowance(rate: BucketRate, message: string) {
  const known = new Map<string, Bucket>()
  return (who: string, at: number, count = 1): void => {
    const bucket = known.get(who) ?? tokenBucket(rate, at)
    setNewest(known, who, bucket)
    const wait = bucket.take(at, count)
    if (wait > 0) throw new Refusal('too-often', message, { retryAfter: Math.ceil(wait) })
  }
}
