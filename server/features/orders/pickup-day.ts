import { farmDayOf } from '#contract/farm-time.ts'

const SATURDAY = 6

/** The Saturday on which an order is picked up, as YYYY-MM-DD: the next one after the order's day in the farm's time zone. */
export function pickupDay(orderedAt: Date): string {
  const day = farmDayOf(orderedAt.toISOString())
  const ahead = (SATURDAY - day.dayOfWeek + 7) % 7 || 7
  return day.add({ days: ahead }).toString()
}
