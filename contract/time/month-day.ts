import { formatMonthDay } from './date-format.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Reads `May 2`, `2-May`, `5/2` and `05-02` as MM-DD; anything else stays as typed. */
export function readMonthDay(text: string): string | null {
  const typed = text.trim()
  if (typed === '') return null
  const digits = /^(\d{1,2})[/-](\d{1,2})$/.exec(typed)
  const forward = /^(?<month>[a-z]{3})[a-z]*\.? (?<day>\d{1,2})$/i.exec(typed)
  const turned = /^(?<day>\d{1,2})[- ](?<month>[a-z]{3})[a-z]*$/i.exec(typed)
  const named = (forward ?? turned)?.groups
  const month = digits ? Number(digits[1]) : MONTHS.indexOf((named?.month ?? '').toLowerCase()) + 1
  const day = Number(digits?.[2] ?? named?.day ?? 0)
  if (month === 0 || day === 0) return typed
  return `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

export function typedMonthDay(monthDay: string | null): string {
  return monthDay === null ? '' : formatMonthDay(`2024-${monthDay}`)
}
