import { formatTimeLeft, secondsLeft } from '#contract/time-left.ts'

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
    const left = secondsLeft(now - start, done, total)
    const counts = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
    console.log(`… ${counts} ${unit}${left === null ? '' : `, ${formatTimeLeft(left)}`}`)
  }
}
