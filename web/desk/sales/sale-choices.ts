import { formatDay } from '#contract/date-format.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { sales } from '#contract/sales.ts'

export type SaleChoices = OutputOf<typeof sales.choices>

export function dayLabel({ day, placeName }: SaleChoices['marketDays'][number]): string {
  return `${formatDay(day)} · ${placeName}`
}
