import { Refusal } from '#server/core/refusal.ts'

export type Hours = { opens: string; closes: string; orderDays: number; orderTime: string }

/** @throws Refusal 'invalid' for hours that no day can have */
export function checkHours({ opens, closes, orderDays, orderTime }: Hours): void {
  if (opens >= closes) throw refused('closes', 'It must close after it opens.')
  if (orderDays === 0 && orderTime > closes)
    throw refused('orderTime', 'Ordering must end before it closes.')
}

export function refused(field: string, message: string): Refusal {
  return new Refusal('invalid', message, { field })
}
