import { replaceHome } from '#contract/market/home-reports.ts'
import type { HomeDraft, LoadDraft, Truck } from '#contract/market/truck.ts'
import { formatFullDay } from '#contract/time/date-format.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { requireDay } from '#server/features/calendar/choose-day.ts'
import { changeOfDay } from '#server/features/calendar/day-history.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { lockProducts, readReported, settleDay } from '#server/features/stock/stock-queries.ts'
import type { Shop } from '#server/shop.ts'
import { lockStallDay } from './lock-stall-day.ts'
import { DAYS_AHEAD } from './sale-days.ts'
import { showTruck } from './show-truck.ts'
import { listHomeReports } from './standing-commands.ts'
import { type Facts, writeAtDesk } from './write-at-desk.ts'

type Clock = Pick<Shop, 'db' | 'now'>

/**
 * Notes what rides along to a market day in all, once; the shop does not sell it meanwhile.
 * @throws Refusal 'not-found', 'invalid', 'product-gone', 'change-impossible'
 */
export function loadTruck(shop: Clock, dayId: number, draft: LoadDraft): Promise<Truck> {
  return note(shop, dayId, draft, async (tx) => {
    const { products } = await showTruck(tx, dayId, shop.now())
    const rows = new Map(products.map((row) => [row.productId, row]))
    const changes = draft.goods.map(async ({ productId, take }) => {
      const all = take === 'all' ? (rows.get(productId)?.most ?? 0) : take
      return { productId, units: all - (await readReported(tx, dayId, productId)).loaded }
    })
    const goods = await Promise.all(changes)
    const [on, off] = [
      goods.filter(({ units }) => units > 0),
      goods.filter(({ units }) => units < 0),
    ]
    const taken = off.map(({ productId, units }) => ({ productId, units: -units }))
    return [
      ...(on.length > 0 ? [{ kind: 'load', goods: on } as const] : []),
      ...(off.length > 0 ? [{ kind: 'unload', goods: taken } as const] : []),
    ]
  })
}

/**
 * Notes what came home from a market day in all, and what of it cannot be sold any more, once: in
 * place of all that was said of these products. @throws Refusal 'not-found', 'invalid',
 * 'product-gone', 'change-impossible'
 */
export function bringHome(shop: Clock, dayId: number, draft: HomeDraft): Promise<Truck> {
  return note(shop, dayId, draft, async (tx) => {
    const counted = draft.goods.map(({ productId, ...units }) => [productId, units] as const)
    const reports = await listHomeReports(tx, dayId)
    return [{ kind: 'came-home', ...replaceHome(reports, counted) }]
  })
}

/** Nothing more is taken off the stock for a market day, nor asked about it. @throws Refusal 'not-found' */
export function settleTruck({ db, now }: Clock, dayId: number): Promise<Truck> {
  return write(db, async (tx) => {
    const at = now()
    const day = await requireDay(tx, dayId)
    await lockStallDay(tx, dayId)
    const settled = await settleDay(tx, dayId, at)
    const change = { action: 'goods settled', before: null, after: null } as const
    if (settled > 0) await recordChange(tx, changeOfDay(day, change), at)
    return showTruck(tx, dayId, at)
  })
}

function note(
  { db, now }: Clock,
  marketDayId: number,
  draft: LoadDraft | HomeDraft,
  factsOf: (tx: Db) => Promise<readonly Facts[]>,
): Promise<Truck> {
  return write(db, async (tx, emit) => {
    const at = now()
    await checkDayOfTruck(tx, marketDayId, at)
    await checkProducts(tx, draft.goods)
    const facts = async () => {
      await lockProducts(tx, draft.goods)
      return factsOf(tx)
    }
    const said = [marketDayId, draft]
    await writeAtDesk(tx, emit, { id: draft.id, said, marketDayId, at, factsOf: facts })
    return showTruck(tx, marketDayId, at)
  })
}

/** @throws Refusal 'product-gone', 'invalid' */
async function checkProducts(tx: Db, goods: readonly { productId: number }[]) {
  const ids = goods.map(({ productId }) => productId)
  const rows = await tx.selectFrom('products').select('id').where('id', 'in', ids).execute()
  const found = new Set(rows.map((row) => row.id))
  const gone = ids.findIndex((id) => !found.has(id))
  const field = `goods.${gone}.productId`
  if (gone >= 0) throw new Refusal('product-gone', 'There is no such product.', { field })
  const twice = ids.findIndex((id, index) => ids.indexOf(id) < index)
  if (twice < 0) return
  throw new Refusal('invalid', 'Please list each product only once.', {
    field: `goods.${twice}.productId`,
  })
}

/** @throws Refusal 'not-found', 'invalid' */
async function checkDayOfTruck(db: Db, id: number, at: Date): Promise<void> {
  const { day, place } = await requireDay(db, id)
  const field = 'marketDayId'
  if (place.kind !== 'pickup')
    throw new Refusal('invalid', 'Nothing is sold where orders are delivered.', { field })
  const last = farmDayOf(at.toISOString(), await readTimeZone(db)).add({ days: DAYS_AHEAD })
  if (day <= last.toString()) return
  const message = `${formatFullDay(day)} is more than a week away. Please load the truck later.`
  throw new Refusal('invalid', message, { field })
}
