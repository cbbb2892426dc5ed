export function formatShortName(name: string): string {
  const parts = name.trim().split(/\s+/)
  const first = parts[0] ?? ''
  const [initial = ''] = parts.length > 1 ? Array.from(parts.at(-1) ?? '') : []
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}
