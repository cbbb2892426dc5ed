/** First name and the last one's initial, as others may read it on a box: `Ada M.` */
export function formatShortName(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0] ?? ''
  const [initial = ''] = words.length > 1 ? Array.from(words.at(-1) ?? '') : []
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}
