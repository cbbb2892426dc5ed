/**
 * Clocks of several servers differ by no more, in milliseconds; what lies further ahead was written
 * before a clock was set back.
 */
export const CLOCKS_DIFFER = 5 * 60_000
