/** Reads something once per data version, however many ask; a reading that fails is not kept. */
export function cacheByVersion<T>(version: () => number, read: () => Promise<T>): () => Promise<T> {
  let cached: { version: number; value: Promise<T> } | null = null
  return () => {
    const at = version()
    if (cached?.version === at) return cached.value
    const reading = { version: at, value: read() }
    cached = reading
    reading.value.catch(() => {
      if (cached === reading) cached = null
    })
    return reading.value
  }
}
