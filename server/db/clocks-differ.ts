/** Clocks of servers differ by no more, in ms: what is further ahead is from a clock set back. */
export const CLOCKS_DIFFER = 5 * 60_000
