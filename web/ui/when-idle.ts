export function whenIdle(job: () => Promise<unknown>): () => void {
  const run = () => void job().catch(() => {})
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 1500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** Listened for from the moment the page's code is there: the sign of a quick person comes before any component listens. */
const firstSign = new Promise<unknown>((resolve) => {
  for (const sign of SIGNS) globalThis.addEventListener?.(sign, resolve, { passive: true })
})

/** Runs a job in an idle moment after the first sign of a person: what only hands can need is not fetched for who never moves. */
export function whenUsed(job: () => Promise<unknown>): () => void {
  let isStopped = false
  let stop = () => {
    isStopped = true
  }
  void firstSign.then(() => {
    if (!isStopped) stop = whenIdle(job)
  })
  return () => stop()
}
