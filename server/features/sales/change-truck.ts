import { formatFullDay } from '#contract/date-format.ts'
import { farmDayOf } from '#contract/farm-time.ts'
import type { HomeDraft, LoadDraft, Truck } from '#contract/truck.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { type Emit, write } from '#server/db/write.ts'
import { requireDay } from '#server/features/calendar/find-day.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { readTold, settleDay } from '#server/features/stock/level-products.ts'
import { lockProducts } from '#server/features/stock/move-stock.ts'
import { recordGoods, type ToldGoods } from '#server/features/stock/record-goods.ts'
import type { Shop } from '#server/shop.ts'
import { lockStallDay } from './lock-stall-day.ts'
import { DAYS_AHEAD } from './sale-days.ts'
import { showTruck } from './show-truck.ts'

type Clock = Pick<Shop, 'db' | 'now'>

/**
 * Notes what rides along to a market day in all, once; the shop does not sell it meanwhile.
 * @throws Refusal 'not-found', 'invalid', 'product-gone', 'change-impossible'
 */
export function loadTruck(shop: Clock, dayId: number, draft: LoadDraft): Promise<Truck> {
  const told = async (tx: Db): Promise<ToldGoods[]> => {
    const { products } = await showTruck(tx, dayId, shop.now())
    const rows = new Map(products.map((row) => [row.productId, row]))
    return Promise.all(
      draft.goods.map(async ({ productId, take }) => {
        const before = await readTold(tx, dayId, productId)
        const all = rows.get(productId)?.most ?? 0
        const loaded = (take === 'all' ? all : take) - before.wish
        return { productId, loaded, back: 0, waste: 0 }
      }),
    )
  }
  return tell(shop, { dayId, draft, told, action: 'loaded' })
}

/**
 * Notes what came home from a market day in all, once, and what of it cannot be sold any more.
 * @throws Refusal 'not-found', 'invalid', 'product-gone', 'change-impossible'
 */
export function bringHome(shop: Clock, dayId: number, draft: HomeDraft): Promise<Truck> {
  const told = (tx: Db): Promise<ToldGoods[]> =>
    Promise.all(
      draft.goods.map(async ({ productId, back, waste }) => {
        const before = await readTold(tx, dayId, productId)
        return { productId, loaded: 0, back: back - before.back, waste: waste - before.waste }
      }),
    )
  return tell(shop, { dayId, draft, told, action: 'came home' })
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

type Telling = {
  dayId: number
  draft: LoadDraft | HomeDraft
  /** What it changes, of products that are locked. */
  told: (tx: Db) => Promise<ToldGoods[]>
  action: 'loaded' | 'came home'
}

function tell({ db, now }: Clock, { dayId, draft, told, action }: Telling): Promise<Truck> {
  return write(db, async (tx, emit) => {
    const at = now()
    await checkDayOfTruck(tx, dayId, at)
    await lockStallDay(tx, dayId)
    if (!(await isTold(tx, draft.id, dayId)))
      await tellInside(tx, emit, { dayId, draft, told, action, at })
    return showTruck(tx, dayId, at)
  })
}

async function tellInside(tx: Db, emit: Emit, { dayId, draft, at, ...of }: Telling & { at: Date }) {
  await lockProducts(tx, draft.goods)
  const products = await readProducts(tx, draft.goods)
  const goods = await of.told(tx)
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
  throw new Refusal('invalid', 'Please name each product once.', {
    field: `goods.${twice}.productId`,
  })
}

/** @throws Refusal 'change-impossible' where it was told of another day */
async function isTold(tx: Db, commandId: string, dayId: number): Promise<boolean> {
  const rows = tx.selectFrom('stall_goods').select('market_day_id')
  const known = await rows.where('command_id', '=', commandId).executeTakeFirst()
  if (!known) return false
  if (known.market_day_id === dayId) return true
  const words = 'This was already saved for another market day.'
  throw new Refusal('change-impossible', words, { field: 'id' })
}

/** @throws Refusal 'not-found', 'invalid' */
async function checkDayOfTruck(db: Db, id: number, at: Date): Promise<void> {
  const { day, place } = await requireDay(db, id)
  const field = 'marketDayId'
  if (place.kind !== 'pickup')
    throw new Refusal('invalid', 'Nothing is sold where orders are delivered.', { field })
  const last = farmDayOf(at.toISOString(), await readTimeZone(db)).add({ days: DAYS_AHEAD })
  if (day <= last.toString()) return
  const words = `${formatFullDay(day)} is more than a week away. Please load the truck later.`
  throw new Refusal('invalid', words, { field })
}

type Entry = { action: string; after: object | null }

function record(tx: Db, dayId: number, { action, after }: Entry, at: Date): Promise<void> {
  return recordChange(tx, { action, subject: `day:${dayId}`, before: null, after }, at)
}
