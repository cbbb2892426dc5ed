import { Refusal } from '#server/core/refusal.ts'

/** What a phone may send in a minute; what it sends at once beyond that is taken, and it waits. */
const PER_MINUTE = 120
const PER_SECOND = PER_MINUTE / 60

const MAX_PHONES = 1000

/** Counts what phones send. @throws Refusal 'too-often' when it is called, with the seconds to wait */
export function commandLimit(now: () => Date) {
  const phones = new Map<string, { left: number; at: number }>()
  return (phoneId: string, commands: number): void => {
    const at = now().getTime()
    const known = phones.get(phoneId) ?? { left: PER_MINUTE, at }
    const gained = (Math.max(0, at - known.at) / 1000) * PER_SECOND
    const left = Math.min(PER_MINUTE, known.left + gained)
    if (left < 1) {
      const retryAfter = Math.ceil((1 - left) / PER_SECOND)
      throw new Refusal('too-often', 'Please wait a moment before you send more.', { retryAfter })
    }
    if (phones.size >= MAX_PHONES) phones.clear()
    phones.set(phoneId, { left: left - Math.max(1, commands), at })
  }
}
