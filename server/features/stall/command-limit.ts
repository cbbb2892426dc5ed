import { allowance } from '#server/core/token-bucket.ts'

/** What a phone may send: a minute's worth at once, in notes or kilobytes, whichever is more. */
const RATE = { burst: 120, perSecond: 2 }

const KILOBYTE = 1024

type Sent = { notes: number; bytes: number }

/** Counts what phones send. @throws Refusal 'too-often' when it is called, with the seconds to wait */
export function commandLimit(now: () => Date) {
  const take = allowance(RATE, 'Please wait a moment before you send more.')
  return (phoneId: string, { notes, bytes }: Sent): void =>
    take(phoneId, now().getTime(), Math.max(1, notes, Math.ceil(bytes / KILOBYTE)))
}
