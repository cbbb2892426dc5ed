export function whenIdle(job: () => Promise<unknown>): () => void {
  const run = () => void job().catch(() => {})
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 1500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}
