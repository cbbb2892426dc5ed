/** The one tab of a phone that talks to the shop holds it. */
const LOCK = 'farmstand-stall-outbox'

/** One after the other, over all tabs of the phone. */
export function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work()
}
