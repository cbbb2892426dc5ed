import { farmDayOf } from '#contract/time/farm-time.ts'

const SATURDAY = 6

/**
 * The Saturday on which the seeded rules have an order picked up, YYYY-MM-DD: the next after its
 * day on the farm.
 */
export function pickupDay(orderedAt: Date, timeZone: string): string {
  const day = farmDayOf(orderedAt.toISOString(), timeZone)
  const ahead = (SATURDAY - day.dayOfWeek + 7) % 7 || 7
  return day.add({ days: ahead }).toString()
}
