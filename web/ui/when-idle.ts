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

const nextSign = () =>
  new Promise((resolve) => {
    for (const sign of SIGNS) addEventListener(sign, resolve, { passive: true })
  })

let firstSign: Promise<unknown> | undefined

/** Remembers a person's first sign from now on: a quick one comes before any component listens. */
export function rememberSign(): void {
  firstSign = nextSign()
}

/** Runs a job at idle after a person's first sign: visitors who never move don't need it. */
export function whenUsed(job: () => Promise<unknown>): () => void {
  let isStopped = false
  let stop = () => {
    isStopped = true
  }
  void (firstSign ?? nextSign()).then(() => {
    if (!isStopped) stop = whenIdle(job)
  })
  return () => stop()
}
