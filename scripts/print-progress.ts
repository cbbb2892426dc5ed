const PAUSE = 5000

/**
 * Prints now and then how many rows of how many are done, for whoever waits; quick work prints
 * nothing.
 */
export function printProgress(): (done: number, total: number) => void {
  let last = Date.now()
  return (done, total) => {
    if (Date.now() - last < PAUSE) return
    last = Date.now()
    console.log(`… ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} rows`)
  }
}
