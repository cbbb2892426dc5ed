import { WITHOUT_DAY } from '#contract/calendar/without-day.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { packing } from '#contract/packing/packing.ts'
import { formatDay } from '#contract/time/date-format.ts'

export const LISTS = [
  { name: 'harvest', label: 'Harvest' },
  { name: 'bring', label: 'Bring' },
  { name: 'bake', label: 'Bake' },
  { name: 'pack', label: 'Pack' },
  { name: 'labels', label: 'Labels' },
  { name: 'hand-over', label: 'Hand out' },
  { name: 'delivery', label: 'Deliver' },
] as const

export type ListName = (typeof LISTS)[number]['name']

/** `place` is empty for all places. */
export type ListAddress = { day: string; list: ListName; place: string }

export type ListRequest = { params: { day: string }; query: { place?: string } }

export type ListDays = OutputOf<typeof packing.days>

export function hashOf({ day, list, place }: ListAddress): string {
  return `lists/${day}/${list}${place && `/${place}`}`
}

/** Reads `lists/2026-11-28/pack/farm_store`; defaults to the next day's harvest list. */
export function readAddress(hash: string, days: ListDays): ListAddress | null {
  const [, day = '', name, ...rest] = hash.split('/')
  const place = rest.find((part) => part !== 'print' && !part.startsWith('short-')) ?? ''
  const list = LISTS.find((one) => one.name === name)?.name ?? 'harvest'
  const next = days.days.find((one) => one.day >= days.today) ?? days.days.at(-1)
  const fallback = next?.day ?? (days.withoutDay > 0 ? WITHOUT_DAY : null)
  const chosen = day || fallback
  return chosen === null ? null : { day: chosen, list, place }
}

export function requestOf({ day, place }: ListAddress): ListRequest {
  return { params: { day }, query: place ? { place } : {} }
}

export function formatListDay(day: string): string {
  return day === WITHOUT_DAY ? 'Deliveries without a day' : formatDay(day)
}
