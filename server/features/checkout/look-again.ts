/** Someone else moved the checkout meanwhile: what was seen no longer holds, look from the start. */
export const LOOK_AGAIN = Symbol('look again')
export type LookAgain = typeof LOOK_AGAIN
