/** At this pace, in whole seconds; null if unknown. `elapsed` in ms. */
export function secondsLeft(elapsed: number, done: number, total: number): number | null {
  if (done <= 0 || done > total) return null
  return Math.ceil((elapsed * (total - done)) / done / 1000)
}

export function formatTimeLeft(seconds: number): string {
  return seconds < 60 ? `about ${seconds} s left` : `about ${Math.ceil(seconds / 60)} min left`
}
