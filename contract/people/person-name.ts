import { visibleLine } from '../text/visible-text.ts'

export function messageForBadName(typed: string): string | null {
  const text = visibleLine(typed)
  if (text === '') return null
  if (text.includes('@')) return 'This looks like an email address. Please enter your name.'
  return /\p{L}/u.test(text) ? null : 'Please enter your name in letters.'
}

/** `Maria` from `Maria Lopez`; a title such as `Dr.` stays with the name. */
export function firstName(name: string): string {
  return /^(?:(?:Dr|Mr|Mrs|Ms|Rev)\b\.? )?\S*/i.exec(name.trim())?.[0] ?? name
}
