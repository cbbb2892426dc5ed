/** Hears what to do once something is not needed any more; at the end of the test where nothing else is said. */
export type AtEnd = (end: () => Promise<void>) => void
