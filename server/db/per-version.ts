/** Reads something once per data version, however many ask; a reading that fails is not kept. */
export function perVersion<T>(version: () => number, read: () => Promise<T>): () => Promise<T> {
  let kept: { version: number; value: Promise<T> } | null = null
  return () => {
    const at = version()
    if (kept?.version === at) return kept.value
    const reading = { version: at, value: read() }
    kept = reading
    reading.value.catch(() => {
      if (kept === reading) kept = null
    })
    return reading.value
  }
}
