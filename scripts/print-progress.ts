const PAUSE = 5000

/**
 * Prints now and then how much of how much is done and how long the rest takes at this pace, for
 * whoever waits; quick work prints nothing.
 */
export function printProgress(unit: string): (done: number, total: number) => void {
  const start = Date.now()
  let last = start
  return (done, total) => {
    const now = Date.now()
    if (now - last < PAUSE) return
    last = now
    const left = timeLeft(now - start, done, total)
    const counts = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
    console.log(`… ${counts} ${unit}${left && `, ${left} left`}`)
  }
}

/** Empty when nothing says how long it will take. */
export function timeLeft(elapsed: number, done: number, total: number): string {
  if (done <= 0 || done > total) return ''
  const seconds = Math.ceil((elapsed * (total - done)) / done / 1000)
  return seconds < 60 ? `about ${seconds} s` : `about ${Math.ceil(seconds / 60)} min`
}
