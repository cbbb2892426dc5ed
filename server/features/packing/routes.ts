import { WITHOUT_DAY } from '#contract/calendar/without-day.ts'
import { bring } from '#contract/market/bring-list.ts'
import { orderTickEndpoints, packing, shortHarvest } from '#contract/packing/packing.ts'
import type { HandOverList, PackList } from '#contract/packing/packing-lists.ts'
import { weighing } from '#contract/packing/weighing.ts'
import { recordEvent } from '#server/core/audit.ts'
import { isHelper } from '#server/core/caller.ts'
import { withoutContacts } from '#server/core/without-contacts.ts'
import { type Db, snapshot } from '#server/db/write.ts'
import { setCollected, setPacked, weighLine } from '#server/features/market/pack-order.ts'
import { settleHandedOutLater, settleWeights } from '#server/features/orders/settle-weights.ts'
import { formatCsv, type Sheet } from '#server/http/csv-form.ts'
import { type App, serve, serveFile } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import { listToBake } from './bake-list.ts'
import { listToBring } from './bring-list.ts'
import { listToHarvest, printHarvest } from './harvest-list.ts'
import {
  bakeSheet,
  deliverySheet,
  handOverSheet,
  harvestSheet,
  labelSheet,
  packSheet,
} from './list-csv.ts'
import { listLabels, listToDeliver, listToHandOver, listToPack } from './list-orders-of-day.ts'
import { type ListRequest, listDaysWithLists } from './list-scope.ts'
import { listOpenWeights } from './open-weights.ts'
import { changeFarmNote, packTogether } from './pack-together.ts'
import { previewShort, shareHarvest } from './short-harvest.ts'

export function packingRoutes(app: App, shop: Shop): void {
  serve(app, packing.days, () => snapshot(shop.db, (db) => listDaysWithLists(db, shop.now())))
  serve(app, packing.print, ({ params, query }) => printHarvest(shop, { ...params, ...query }))
  serve(app, shortHarvest.share, ({ params, query, body }) =>
    body.confirm === undefined
      ? previewShort(shop, { ...params, ...query }, body)
      : shareHarvest(shop, { ...params, ...query }, body),
  )
  listRoutes(app, shop)
  fileRoutes(app, shop)
  const { packed, collected, packedWith, changeFarmNote: note } = orderTickEndpoints
  const settling = async <T>(orderId: number, ticked: Promise<T>) => {
    const answer = await ticked
    settleHandedOutLater(shop, orderId)
    return answer
  }
  serve(app, packed, ({ params: { id }, body }) => settling(id, setPacked(shop, id, body)))
  serve(app, collected, ({ params: { id }, body }) =>
    settling(id, setCollected(shop, id, body.collected)),
  )
  serve(app, packedWith, ({ params, body }) => packTogether(shop, params.id, body.orderId))
  serve(app, weighing.weigh, ({ params: { id }, body }) => settling(id, weighLine(shop, id, body)))
  serve(app, weighing.open, () => snapshot(shop.db, listOpenWeights))
  serve(app, weighing.settle, ({ body }) => settleWeights(shop, body))
  serve(app, note, ({ params, body }) => changeFarmNote(shop, params.id, body))
}

type ListQuery = { params: { day: string }; query: { place?: string | undefined } }

function listRoutes(app: App, { db }: Shop): void {
  const reading =
    <T>(list: (db: Db, request: ListRequest) => Promise<T>) =>
    ({ params, query }: ListQuery) =>
      snapshot(db, (tx) => list(tx, { ...params, ...query }))
  serve(app, packing.harvest.show, reading(listToHarvest))
  serve(app, packing.pack.show, reading(ordersToPack))
  serve(app, packing.handOver.show, reading(ordersToHandOver))
  serve(app, packing.delivery.show, reading(listToDeliver))
  serve(app, packing.bake.show, reading(listToBake))
  serve(app, packing.labels.show, reading(listLabels))
  serve(app, bring.show, reading(listToBring))
}

const ordersToPack = async (db: Db, request: ListRequest) =>
  packListFor(await listToPack(db, request))

const ordersToHandOver = async (db: Db, request: ListRequest) =>
  handOverListFor(await listToHandOver(db, request))

type SheetOf<T> = (list: T) => Sheet

function fileRoutes(app: App, shop: Shop): void {
  const writing =
    <T>(name: string, list: (db: Db, request: ListRequest) => Promise<T>, sheetOf: SheetOf<T>) =>
    async ({ params, query }: ListQuery) => {
      const after = { list: name, ...params, ...query }
      await recordEvent(shop.db, { action: 'exported', subject: 'list', after }, shop.now())
      const found = await snapshot(shop.db, (tx) => list(tx, { ...params, ...query }))
      const day = params.day === WITHOUT_DAY ? '' : `-${params.day}`
      const { columns, rows } = sheetOf(found)
      return { fileName: `farmstand-${name}${day}.csv`, content: await formatCsv(columns, rows) }
    }
  serveFile(app, packing.harvest.export, writing('harvest', listToHarvest, harvestSheet))
  serveFile(app, packing.pack.export, writing('pack', ordersToPack, packSheet))
  serveFile(app, packing.handOver.export, writing('hand-over', ordersToHandOver, handOverSheet))
  serveFile(app, packing.delivery.export, writing('delivery', listToDeliver, deliverySheet))
  serveFile(app, packing.bake.export, writing('bake', listToBake, bakeSheet))
  serveFile(app, packing.labels.export, writing('labels', listLabels, labelSheet))
}

/** Helpers don't see amounts, which orders share an email address, or contacts in notes. */
function packListFor(list: PackList): PackList {
  if (!isHelper()) return list
  const orders = list.orders.map(({ balance: _, sameBuyerAs: __, items, ...order }) => ({
    ...order,
    notes: order.notes && withoutContacts(order.notes),
    farmNote: order.farmNote && withoutContacts(order.farmNote),
    items: items.map(({ byWeight: ___, ...item }) => item),
  }))
  return { ...list, orders }
}

/** A helper sees that an order isn't paid, but not the amount. */
function handOverListFor(list: HandOverList): HandOverList {
  if (!isHelper()) return list
  return { ...list, orders: list.orders.map(({ balance: _, ...order }) => order) }
}
