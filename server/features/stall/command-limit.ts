import { Refusal } from '#server/core/refusal.ts'
import { setNewest } from '#server/core/sliding-window.ts'
import { type Bucket, tokenBucket } from '#server/core/token-bucket.ts'

/** What a phone may send: a minute's worth at once, in notes or kilobytes, whichever is more. */
const RATE = { burst: 120, perSecond: 2 }

const KILOBYTE = 1024

type Sent = { notes: number; bytes: number }

/** Counts what phones send. @throws Refusal 'too-often' when it is called, with the seconds to wait */
export function commandLimit(now: () => Date) {
  const phones = new Map<string, Bucket>()
  return (phoneId: string, { notes, bytes }: Sent): void => {
    const at = now().getTime()
    const bucket = phones.get(phoneId) ?? tokenBucket(RATE, at)
    setNewest(phones, phoneId, bucket)
    const wait = bucket.take(at, Math.max(1, notes, Math.ceil(bytes / KILOBYTE)))
    if (wait === 0) return
    const retryAfter = Math.ceil(wait)
    throw new Refusal('too-often', 'Please wait a moment before you send more.', { retryAfter })
  }
}
