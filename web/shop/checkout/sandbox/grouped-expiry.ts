/** `01 / 30` of `1/30`, `0130` and `1/2030`; what is taken away at its end stays away. */
export function groupedExpiry(typed: string, before: string): string {
  const text = typed.replace(/^\D+/, '')
  const [month = ''] = text.match(/^\d{1,2}/) ?? []
  const rest = text.slice(month.length)
  const [between = ''] = rest.split(/\d/, 1)
  const digits = rest.replaceAll(/\D/g, '')
  const year = digits.startsWith('20')
    ? digits.slice(digits.length > 3 ? 2 : 0, 4)
    : digits.slice(0, 2)
  const isMonth = month.length === 2 || (month !== '' && between.includes('/'))
  const isGrowing = typed.length > before.length
  return year || (isMonth && isGrowing) ? `${month.padStart(2, '0')} / ${year}` : month
}
