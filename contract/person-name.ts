export function messageForBadName(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  if (text.includes('@')) return 'This looks like an email address. Please enter your name.'
  return /\p{L}/u.test(text) ? null : 'Please enter your name in letters.'
}
