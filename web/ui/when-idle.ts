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

/** Runs a job in an idle moment after the first sign of a person: what only hands can need is not fetched for who never moves. */
export function whenUsed(job: () => Promise<unknown>): () => void {
  const signs = new AbortController()
  let stop = () => signs.abort()
  const start = () => {
    signs.abort()
    stop = whenIdle(job)
  }
  for (const sign of SIGNS) addEventListener(sign, start, { signal: signs.signal, passive: true })
  return () => stop()
}
