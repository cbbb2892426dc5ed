/** Hears what to do once something is no longer needed; at the end of the test where nothing else is said. */
export type AtEnd = (end: () => Promise<void>) => void
