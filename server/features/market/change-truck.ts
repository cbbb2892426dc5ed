import { formatFullDay } from '#contract/date-format.ts'
import { farmDayOf } from '#contract/farm-time.ts'
import type { HomeDraft, LoadDraft, Truck } from '#contract/truck.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { type Emit, write } from '#server/db/write.ts'
import { changeOfDay } from '#server/features/calendar/day-history.ts'
import { requireDay } from '#server/features/calendar/find-day.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { type GoodsLine, recordGoods } from '#server/features/stock/record-goods.ts'
import { lockProducts, readReported, settleDay } from '#server/features/stock/stock-queries.ts'
import type { Shop } from '#server/shop.ts'
import { lockStallDay } from './lock-stall-day.ts'
import { DAYS_AHEAD, ofAnotherDay } from './sale-days.ts'
import { showTruck } from './show-truck.ts'

type Clock = Pick<Shop, 'db' | 'now'>

/**
 * Notes what rides along to a market day in all, once; the shop does not sell it meanwhile.
 * @throws Refusal 'not-found', 'invalid', 'product-gone', 'change-impossible'
 */
export function loadTruck(shop: Clock, dayId: number, draft: LoadDraft): Promise<Truck> {
  const goodsIn = async (tx: Db): Promise<GoodsLine[]> => {
    const { products } = await showTruck(tx, dayId, shop.now())
    const rows = new Map(products.map((row) => [row.productId, row]))
    return Promise.all(
      draft.goods.map(async ({ productId, take }) => {
        const before = await readReported(tx, dayId, productId)
        const all = rows.get(productId)?.most ?? 0
        const loaded = (take === 'all' ? all : take) - before.loaded
        return { productId, loaded, back: 0, waste: 0 }
      }),
    )
  }
  return runCommand(shop, { dayId, draft, goodsIn, action: 'loaded' })
}

/**
 * Notes what came home from a market day in all, once, and what of it cannot be sold any more.
 * @throws Refusal 'not-found', 'invalid', 'product-gone', 'change-impossible'
 */
export function bringHome(shop: Clock, dayId: number, draft: HomeDraft): Promise<Truck> {
  const goodsIn = (tx: Db): Promise<GoodsLine[]> =>
    Promise.all(
      draft.goods.map(async ({ productId, back, waste }) => {
        const before = await readReported(tx, dayId, productId)
        return { productId, loaded: 0, back: back - before.back, waste: waste - before.waste }
      }),
    )
  return runCommand(shop, { dayId, draft, goodsIn, action: 'came home' })
}

/** Nothing more is taken off the stock for a market day, nor asked about it. @throws Refusal 'not-found' */
export function settleTruck({ db, now }: Clock, dayId: number): Promise<Truck> {
  return write(db, async (tx) => {
    const at = now()
    await requireDay(tx, dayId)
    await lockStallDay(tx, dayId)
    const settled = await settleDay(tx, dayId, at)
    if (settled > 0) await record(tx, dayId, { action: 'goods settled', after: null }, at)
    return showTruck(tx, dayId, at)
  })
}

type TruckCommand = {
  dayId: number
  draft: LoadDraft | HomeDraft
  /** What it changes, of products that are locked. */
  goodsIn: (tx: Db) => Promise<GoodsLine[]>
  action: 'loaded' | 'came home'
}

function runCommand(
  { db, now }: Clock,
  { dayId, draft, goodsIn, action }: TruckCommand,
): Promise<Truck> {
  return write(db, async (tx, emit) => {
    const at = now()
    await checkDayOfTruck(tx, dayId, at)
    await lockStallDay(tx, dayId)
    if (!(await isStored(tx, draft.id, dayId)))
      await runInside(tx, emit, { dayId, draft, goodsIn, action, at })
    return showTruck(tx, dayId, at)
  })
}

async function runInside(
  tx: Db,
  emit: Emit,
  { dayId, draft, at, ...of }: TruckCommand & { at: Date },
) {
  await lockProducts(tx, draft.goods)
  const products = await readProducts(tx, draft.goods)
  const goods = await of.goodsIn(tx)
  await recordGoods(tx, emit, { commandId: draft.id, dayId, goods, at })
  const after = draft.goods.map(({ productId, ...line }) => ({
    ...{ name: products.get(productId)?.name ?? '', ...line },
  }))
  await record(tx, dayId, { action: of.action, after: { goods: after } }, at)
}

/** @throws Refusal 'product-gone', 'invalid' */
async function readProducts(tx: Db, goods: readonly { productId: number }[]) {
  const ids = goods.map(({ productId }) => productId)
  const rows = tx.selectFrom('products').select(['id', 'name', 'stock']).where('id', 'in', ids)
  const found = new Map((await rows.execute()).map((row) => [row.id, row]))
  const gone = ids.findIndex((id) => !found.has(id))
  const field = `goods.${gone}.productId`
  if (gone >= 0) throw new Refusal('product-gone', 'There is no such product.', { field })
  const twice = ids.findIndex((id, index) => ids.indexOf(id) < index)
  if (twice < 0) return found
  throw new Refusal('invalid', 'Please list each product only once.', {
    field: `goods.${twice}.productId`,
  })
}

/** @throws Refusal 'change-impossible' where it was reported for another day */
async function isStored(tx: Db, commandId: string, dayId: number): Promise<boolean> {
  const rows = tx.selectFrom('stall_goods').select('market_day_id')
  const known = await rows.where('command_id', '=', commandId).executeTakeFirst()
  if (!known) return false
  if (known.market_day_id === dayId) return true
  throw ofAnotherDay()
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

type Entry = { action: 'loaded' | 'came home' | 'goods settled'; after: object | null }

async function record(tx: Db, dayId: number, { action, after }: Entry, at: Date): Promise<void> {
  const day = await requireDay(tx, dayId)
  await recordChange(tx, changeOfDay(day, { action, before: null, after }), at)
}
