import type { LiveUpdate } from '#contract/live.ts'
import type { DataVersion } from './db/data-version.ts'
import { type ShopEvent, subscribe } from './db/write.ts'
import { listLimitedIds } from './features/calendar/left-of-days.ts'
import { findForSale } from './features/products/product-queries.ts'
import { encoded, liveSockets } from './live/live-sockets.ts'
import type { Shop } from './shop.ts'

/** In ms: changes are collected this long, so that a rush of orders is one message per product. */
const GATHERING = 40

/** In ms: retry when the database doesn't answer. */
const LATER = 1000

/** With more products than this, pages reload the list. */
const MAX_SENT = 100

export function shopLive(shop: Shop, version: DataVersion) {
  const sockets = liveSockets()
  const changedAt = new Map<number, number>()
  let daysChangedAt = 0
  const newsOf = readOnce(shop, version)
  const latest = () => Math.max(version.current(), shop.now().getTime())
  const changes = gatherChanges(shop, async (ids) => {
    if (sockets.size === 0) return
    for (const news of await readNews(shop, ids, version.current())) sockets.broadcast(news)
  })

  function onEvent(event: ShopEvent): void {
    if (event.kind === 'products' || event.kind === 'stock') {
      for (const id of event.productIds) changedAt.set(id, latest())
      changes.add(event.productIds)
    }
    if (event.kind === 'missed') sockets.broadcast({ type: 'products', version: version.current() })
    if (event.kind === 'orders')
      sendToDesks({
        type: 'order',
        id: event.orderId,
        isNew: event.isNew === true && !event.isByPhone,
        ...(event.isUnpacked ? { isUnpacked: true } : {}),
      })
    if (event.kind === 'days') {
      daysChangedAt = latest()
      sendToDesks({ type: 'days' })
      void sendLimited()
    }
    if (event.kind === 'questions') sendToDesks({ type: 'question' })
    if (event.kind === 'phones') sendToDesks({ type: 'phones' })
    if (event.kind === 'chat-reply')
      sockets.sendToChat(event.sessionId, { type: 'chat_response', message: event.message })
  }

  function sendToDesks(news: LiveUpdate): void {
    void sockets.sendToDesks(news).catch((error: unknown) => shop.report('tell the desk', error))
  }

  /** When orderable days change, so does what is left of limited products. */
  async function sendLimited(): Promise<void> {
    try {
      onEvent({ kind: 'stock', productIds: await listLimitedIds(shop.db) })
    } catch (error) {
      shop.report('tell pages what days have left', error)
    }
  }

  function readAgain(): readonly Buffer[] {
    const at = version.current()
    const news: LiveUpdate[] = [
      { type: 'products', version: at },
      { type: 'days' },
      { type: 'caught_up', version: at },
    ]
    return news.map(encoded)
  }

  const unsubscribe = subscribe(shop.db, (events) => {
    for (const event of events) onEvent(event)
  })
  return {
    sockets,
    async catchUp(since: number): Promise<readonly Buffer[]> {
      const at = version.current()
      if (since < version.first || since > latest() + version.lag) return readAgain()
      const ids = [...changedAt].flatMap(([id, changed]) =>
        changed >= since - version.lag ? [id] : [],
      )
      const days: LiveUpdate[] = daysChangedAt >= since - version.lag ? [{ type: 'days' }] : []
      const end: LiveUpdate = { type: 'caught_up', version: Math.max(at, since) }
      return [...(await newsOf(ids)), ...[...days, end].map(encoded)]
    },
    readAgain,
    stop() {
      unsubscribe()
      changes.stop()
    },
  }
}

/** Anything unsent goes with the next changes. */
function gatherChanges(shop: Shop, send: (ids: number[]) => Promise<void>) {
  const unsent = new Set<number>()
  let timer: NodeJS.Timeout | null = null

  function add(ids: readonly number[], wait = GATHERING): void {
    for (const id of ids) unsent.add(id)
    timer ??= setTimeout(() => void sendAll(), wait)
  }

  async function sendAll(): Promise<void> {
    timer = null
    const ids = [...unsent]
    unsent.clear()
    try {
      await send(ids)
    } catch (error) {
      shop.report('tell pages what changed', error)
      add(ids, LATER)
    }
  }

  return {
    add,
    stop() {
      if (timer) clearTimeout(timer)
    },
  }
}

/** Encoded; all pages that ask before the next change share one reading. */
function readOnce(shop: Shop, version: DataVersion): (ids: number[]) => Promise<readonly Buffer[]> {
  const readings = new Map<number, Promise<ReadonlyMap<number, Buffer>>>()
  let readAt = version.exact()
  return async (ids) => {
    if (ids.length > MAX_SENT) return (await readNews(shop, ids, version.current())).map(encoded)
    if (readAt !== version.exact()) readings.clear()
    readAt = version.exact()
    const unread = ids.filter((id) => !readings.has(id))
    if (unread.length > 0) {
      const reading = readEncoded(shop, unread, version.current())
      for (const id of unread) readings.set(id, reading)
      reading.catch(() => readings.clear())
    }
    const read = ids.map(async (id) => (await readings.get(id))?.get(id) ?? [])
    return (await Promise.all(read)).flat()
  }
}

async function readEncoded(shop: Shop, ids: number[], version: number) {
  const news = await readNews(shop, ids, version)
  return new Map(ids.flatMap((id, at) => (news[at] ? [[id, encoded(news[at])] as const] : [])))
}

async function readNews(
  { db, now }: Shop,
  ids: readonly number[],
  version: number,
): Promise<LiveUpdate[]> {
  if (ids.length > MAX_SENT) return [{ type: 'products', version }]
  const products = new Map(
    (await findForSale(db, ids, now())).map((product) => [product.id, product]),
  )
  return ids.map((id) => {
    const product = products.get(id)
    return product ? { type: 'product', product, version } : { type: 'product_gone', id, version }
  })
}
