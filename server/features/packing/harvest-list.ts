import { WITHOUT_DAY } from '#contract/calendar/without-day.ts'
import type { HarvestLine, HarvestList } from '#contract/packing/packing-lists.ts'
import { byShelf } from '#contract/products/shelf-order.ts'
import { recordChange } from '#server/core/audit.ts'
import { type Db, write } from '#server/db/write.ts'
import { listCategoryNames } from '#server/features/categories/categories.ts'
import type { DbAndClock } from '#server/shop.ts'
import { listCalls, listPlaces } from './box-queries.ts'
import {
  type ListedPlace,
  type ListRequest,
  type ListScope,
  listNeeds,
  listPrints,
  listProducts,
  type Need,
  type Print,
  readScope,
} from './list-scope.ts'

export async function listToHarvest(db: Db, request: ListRequest): Promise<HarvestList> {
  const scope = await readScope(db, request)
  const prints = await listPrints(db, scope.places)
  const needs = await listNeeds(db, scope)
  return showHarvest(db, scope, { needs, prints, undated: await listUndated(db, request) })
}

/** Shown with a whole day's list: they may be delivered that day. */
async function listUndated(db: Db, { day, place }: ListRequest): Promise<Need[]> {
  if (day === WITHOUT_DAY || place !== undefined) return []
  return listNeeds(db, await readScope(db, { day: WITHOUT_DAY }))
}

/** Stores and returns the list, so that later lists can be compared with the printed one. */
export function printHarvest({ db, now }: DbAndClock, request: ListRequest): Promise<HarvestList> {
  const at = now()
  return write(db, async (tx) => {
    const scope = await readScope(tx, request)
    const needs = await listNeeds(tx, scope)
    const prints = scope.places.flatMap((place) => printOf(place, needs, at))
    for (const print of prints) await storePrint(tx, print)
    const change = { action: 'printed', subject: `harvest:${request.day}`, before: null } as const
    await recordChange(tx, { ...change, after: { place: request.place ?? null } }, at)
    return showHarvest(tx, scope, { needs, prints, undated: await listUndated(tx, request) })
  })
}

function printOf({ marketDayId }: ListedPlace, needs: readonly Need[], at: Date): Print[] {
  if (marketDayId === null) return []
  const own = needs.filter((need) => need.marketDayId === marketDayId)
  const units = Object.fromEntries(own.map((need) => [String(need.productId), need.units]))
  return [{ marketDayId, needs: units, printedAt: at.toISOString() }]
}

async function storePrint(tx: Db, { marketDayId, needs, printedAt }: Print): Promise<void> {
  const print = { needs: JSON.stringify(needs), printed_at: printedAt }
  await tx
    .insertInto('harvest_prints')
    .values({ market_day_id: marketDayId, ...print })
    .onConflict((known) => known.column('market_day_id').doUpdateSet(print))
    .execute()
}

type ListSources = {
  needs: readonly Need[]
  prints: readonly Print[]
  undated: readonly Need[]
}

async function showHarvest(db: Db, scope: ListScope, sources: ListSources): Promise<HarvestList> {
  const ids = new Set([
    ...sources.needs.map(({ productId }) => productId),
    ...sources.undated.map(({ productId }) => productId),
    ...sources.prints.flatMap(({ needs }) => Object.keys(needs).map(Number)),
  ])
  const products = (await listProducts(db, [...ids]))
    .map((product) => showLine(product, scope.places, sources))
    .filter(({ need, change, withoutDay }) => need > 0 || change || withoutDay)
    .sort(byShelf(await listCategoryNames(db)))
  const printed = sources.prints.map(({ printedAt }) => printedAt).sort()
  return {
    day: scope.day,
    places: await listPlaces(db, scope),
    printedAt: printed[0] ?? null,
    products,
    calls: await listCalls(db, scope),
  }
}

function showLine(
  { id, name, category }: { id: number; name: string; category: string },
  places: readonly ListedPlace[],
  { needs, prints, undated }: ListSources,
): HarvestLine {
  const own = needs.filter(({ productId }) => productId === id)
  const need = own.reduce((sum, { units }) => sum + units, 0)
  const printed = prints.reduce((sum, print) => sum + (print.needs[String(id)] ?? 0), 0)
  const byPlace = places.flatMap(({ key, marketDayId }) =>
    own
      .filter((one) => one.marketDayId === marketDayId)
      .map(({ units }) => ({ placeKey: key, units })),
  )
  const change = prints.length > 0 ? need - printed : null
  const more = undated.find(({ productId }) => productId === id)
  const withoutDay = more && { withoutDay: { units: more.units, orders: more.orders } }
  return { productId: id, name, category, need, byPlace, change, ...withoutDay }
}
