import type { HarvestLine, HarvestList } from './packing-lists.ts'

export function formatByPlace(
  { byPlace, withoutDay }: HarvestLine,
  { places }: HarvestList,
): string {
  const nameOf = (placeKey: string) => places.find(({ key }) => key === placeKey)?.name ?? ''
  if (byPlace.length === 0) return withoutDay ? '' : 'no longer needed'
  return byPlace.map(({ placeKey, units }) => `${nameOf(placeKey)} ${units}`).join(' · ')
}

export function formatWithoutDay({
  units,
  orders,
}: NonNullable<HarvestLine['withoutDay']>): string {
  return `+${units} for ${orders === 1 ? '1 delivery that has' : `${orders} deliveries that have`} no day yet`
}

export function formatSincePrint({ products }: HarvestList): string {
  return products
    .flatMap(({ name, change }) =>
      change ? [`${Math.abs(change)} × ${name} ${change > 0 ? 'more' : 'less'}`] : [],
    )
    .join(', ')
}

export function byCategory({ products }: HarvestList): [string, HarvestLine[]][] {
  return [...Map.groupBy(products, ({ category }) => category)]
}

/** How many units there are of a product for which some buyers wait for a call. */
export function unitsThere({ calls, products }: HarvestList, productId: number): number {
  const need = products.find((one) => one.productId === productId)?.need ?? 0
  const held = calls.filter((one) => one.productId === productId)
  return held.reduce((there, { gets, units }) => there - units + gets, need)
}
