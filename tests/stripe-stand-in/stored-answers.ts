import { DAY } from '#contract/time/durations.ts'
import { Refused } from './refused.ts'

export type Answer = { status: number; body: object; headers?: Record<string, string> }

type Stored = { call: string; answer: Answer | null; at: number }

/** Answers stored under their keys, as Stripe does for a day: its own failures too. */
export function storedAnswers(now: () => Date) {
  const stored = new Map<string, Stored>()

  /** Once a call has begun, every repeat of its key gets the same answer. */
  return (key: string | undefined, call: string, work: () => Answer): Answer => {
    if (!key) return work()
    const at = now().getTime()
    const found = stored.get(key)
    const known = found && at - found.at < DAY ? found : null
    if (known && known.call !== call) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      throw new Refused(400, { type: 'idempotency_error', message })
    }
    if (known?.answer)
      return {
        ...known.answer,
        headers: { ...known.answer.headers, 'idempotent-replayed': 'true' },
      }
    const entry: Stored = { call, answer: null, at }
    stored.set(key, entry)
    entry.answer = structuredClone(work())
    return entry.answer
  }
}
