import type { Today } from '#contract/today.ts'

export type NextDay = NonNullable<Today['next']>

type Part = 'harvest' | 'pack' | 'pack/ready' | 'hand-out' | 'sell' | 'close'

export function marketHref(marketDayId: number, part: Part): string {
  return `/admin/stall?day=${marketDayId}#${part}`
}

export function countOrders(
  { places }: Pick<NextDay, 'places'>,
  of: 'orders' | 'packed' | 'handedOver',
) {
  return places.reduce((sum, place) => sum + place[of], 0)
}
