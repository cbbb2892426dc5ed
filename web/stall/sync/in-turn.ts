/** Held by the phone's one tab that talks to the shop. */
const LOCK = 'farmstand-stall-outbox'

/** One at a time, across all tabs of the phone. */
export function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work()
}
