/** The oldest of the entries, oldest first, as many as must go for the rest to fit. */
export function leastRecent<Entry extends { bytes: number }>(
  entries: readonly Entry[],
  most: { count: number; bytes: number },
): Entry[] {
  let left = entries.reduce((sum, { bytes }) => sum + bytes, 0)
  return entries.filter(({ bytes }, place) => {
    const fits = entries.length - place <= most.count && left <= most.bytes
    if (!fits) left -= bytes
    return !fits
  })
}
