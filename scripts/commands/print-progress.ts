import { formatTimeLeft, secondsLeft } from '#contract/time/time-left.ts'

const PAUSE = 5000

export function printProgress(): (done: number, total: number) => void {
  const start = Date.now()
  let last = start
  return (done, total) => {
    const now = Date.now()
    if (now - last < PAUSE) return
    last = now
    const left = secondsLeft(now - start, done, total)
    const percent = Math.floor((100 * done) / Math.max(total, 1))
    console.log(`… ${percent}%${left === null ? '' : `, ${formatTimeLeft(left)}`}`)
  }
}
