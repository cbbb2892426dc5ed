import type { StallDay } from '#contract/market/stall.ts'
import { showCashBox } from '#server/features/market/show-cash-box.ts'
import { MARKET } from './a-farm-calendar.ts'
import { aHelper } from './a-helper.ts'
import { aMarketMorning } from './a-market-morning.ts'
import { aProduct } from './a-shop.ts'
import { aPhone, type Phone } from './a-stall.ts'
import { type Fact, marketModel } from './market-model.ts'
import { randomNumbers } from './random-numbers.ts'
import { aWorld } from './stall-world.ts'

type Note = { fact: Fact; sent: object; counts: boolean }

/**
 * `day` is what the phone last read, `since` what it noted after, `unsent` what of that wasn't
 * sent.
 */
type Seller = { phone: Phone; isFarmer: boolean; day: StallDay; since: Note[]; unsent: Note[] }

/** Amounts in cash and by another way; either may be 0. */
type Split = { cash: number; other: number }

const waysOf = ({ cash, other }: Split) =>
  [
    { way: 'Cash', isCash: true, amount: cash },
    { way: 'Check', isCash: false, amount: other },
  ].filter(({ amount }) => amount > 0)

export async function aMarketHistory(seed: number) {
  const its = await aMarketMorning(0)
  const { dayId, db, clock } = its
  const { productId, hamId, itemsOf, orders } = await aWorld(its, () => crypto.randomUUID())
  const other = await aProduct(db, { name: 'Beets', stock: 5 })
  const days = db.selectFrom('market_days').select('id').where('day', '=', '2026-11-28')
  const { id: otherDayId } = await days.where('place_id', '=', MARKET).executeTakeFirstOrThrow()
  const helper = await aHelper(its)
  const phones = [
    its.phone,
    await aPhone(its, { dayId, label: 'Phone 2' }),
    await aPhone(its, { dayId, label: 'Phone 3', cookie: helper.cookie }),
  ]
  const sellers: Seller[] = []
  for (const [place, phone] of phones.entries())
    sellers.push({ phone, isFarmer: place < 2, day: await phone.day(), since: [], unsent: [] })
  const { stock } = await db
    .selectFrom('products')
    .select('stock')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  const random = randomNumbers(seed)
  return {
    ...{ its, db, clock, dayId, otherDayId, productId, hamId, itemsOf, orders, sellers },
    otherId: other.id,
    model: marketModel(stock),
    any: (below: number) => Math.floor(random() * below),
  }
}

export type History = Awaited<ReturnType<typeof aMarketHistory>>

function pick<One>({ any }: History, list: readonly One[]): One {
  const one = list[any(list.length)]
  if (one === undefined) throw new Error('There is nothing to choose from.')
  return one
}

export async function goOn(history: History): Promise<void> {
  const { any } = history
  const chance = any(10)
  if (chance < 4) return atTheDesk(history)
  const seller = pick(history, history.sellers)
  return chance < 8 ? noteOnPhone(history, seller) : sync(history, seller)
}

export async function sendAll(history: History): Promise<void> {
  for (const seller of history.sellers) await send(history, seller, seller.unsent.splice(0))
}

async function sync(history: History, seller: Seller): Promise<void> {
  const { any } = history
  const some = seller.unsent.splice(0, any(4) === 0 ? Math.ceil(seller.unsent.length / 2) : 50)
  const sent = any(3) === 0 ? some.toReversed() : some
  await send(history, seller, sent)
  // The answer was lost: the same is sent again, from two tabs.
  if (any(3) === 0)
    await Promise.all([
      seller.phone.send(...sent.map((note) => note.sent)),
      send(history, seller, sent),
    ])
  if (any(3) === 0) return
  seller.day = await seller.phone.day()
  seller.since = [...seller.unsent]
}

async function send({ model }: History, { phone }: Seller, notes: readonly Note[]): Promise<void> {
  await phone.send(...notes.map((note) => note.sent))
  for (const { fact, counts } of notes) if (counts) model.hear(fact)
}

/** Facts that stand and that this phone itself knows, for another to name. */
function namesOn(
  { since }: Seller,
  known: readonly (string | null)[],
  { adds, takes }: { adds: (fact: Fact) => boolean; takes: (fact: Fact) => readonly string[] },
): string[] {
  const ids = new Set(known.flatMap((id) => id ?? []))
  for (const { fact } of since) {
    for (const id of takes(fact)) ids.delete(id)
    if (adds(fact)) ids.add(fact.id)
  }
  return [...ids]
}

function noteOnPhone(history: History, seller: Seller): void {
  const { any, model } = history
  const note = pick(history, NOTES)(history, seller)
  if (!note) return
  const counts = seller.isFarmer || !FARMER_ONLY.includes(note.fact.kind)
  seller.since.push({ ...note, counts })
  seller.unsent.push({ ...note, counts })
  // Any phone undoes sales and payments, even before it has heard of them.
  const { kind, id } = note.fact
  if (!['sell', 'pay', 'pay-back'].includes(kind) || any(3) > 0) return
  const undoing = kind === 'sell' ? 'void-sale' : 'void-pay'
  const by = pick(history, history.sellers)
  // Now and then one names a fact of another kind, and undoes nothing.
  const wrong =
    any(6) === 0
      ? model.heard.findLast((fact) => fact.kind === (kind === 'sell' ? 'pay' : 'sell'))
      : null
  const target = wrong?.id ?? id
  const sent = by.phone.make(undoing, { target })
  const undo = { fact: { id: sent.id, kind: undoing, target } as const, sent, counts: true }
  by.since.push(undo)
  by.unsent.push(undo)
}

const FARMER_ONLY = ['start', 'count', 'load', 'home', 'pay-back', 'weigh']

type Noted = Omit<Note, 'counts'> | null
type Noting = (history: History, seller: Seller) => Noted

const someMoney = ({ any }: History): Split => {
  const total = 1 + any(9)
  const cash = any(total + 1)
  return { cash, other: total - cash }
}

const selling: Noting = (history, { phone }) => {
  const units = history.any(4)
  const money = someMoney(history)
  const amount = money.cash + money.other
  const line = units > 0 ? { productId: history.productId, units } : { name: 'Seconds', units: 1 }
  const sent = phone.make('sell', {
    lines: [{ ...line, amount }],
    tenders: waysOf(money),
    note: null,
  })
  return { sent, fact: { id: sent.id, kind: 'sell', units, cash: money.cash } }
}

const paying: Noting = (history, { phone }) => {
  const order = pick(history, history.orders)
  const money = someMoney(history)
  const sent = phone.make('pay', { order, tenders: waysOf(money) })
  return { sent, fact: { id: sent.id, kind: 'pay', order: order.id, ...money } }
}

const payingBack: Noting = (history, { phone }) => {
  const order = pick(history, history.orders)
  const amount = 1 + history.any(9)
  const sent = phone.make('pay-back', { order, way: 'Cash', isCash: true, amount, note: null })
  return { sent, fact: { id: sent.id, kind: 'pay-back', order: order.id, cash: -amount, other: 0 } }
}

const giving: Noting = (history, { phone }) => {
  const order = pick(history, history.orders)
  const sent = phone.make('give', { order, items: history.itemsOf(history.orders.indexOf(order)) })
  return { sent, fact: { id: sent.id, kind: 'give', order: order.id } }
}

const takingBack: Noting = (history, seller) => {
  const order = pick(history, history.orders)
  const of = (id: number) =>
    namesOn(
      seller,
      seller.day.boxes.find((box) => box.id === id)?.gives.map((give) => give.id) ?? [],
      {
        adds: (fact) => fact.kind === 'give' && fact.order === id,
        takes: (fact) => (fact.kind === 'take-back' ? fact.gives : []),
      },
    )
  // A handmade command may name another order's gives, and undoes none of them.
  const named = history.any(5) === 0 ? history.orders.flatMap(({ id }) => of(id)) : of(order.id)
  if (named.length === 0) return null
  const sent = seller.phone.make('take-back', { order, gives: named })
  return { sent, fact: { id: sent.id, kind: 'take-back', order: order.id, gives: named } }
}

const packing: Noting = (history, { phone }) => {
  const { any, itemsOf, orders } = history
  const order = pick(history, orders)
  const boxes = 1 + any(3)
  const sent = phone.make('pack', { order, boxes, items: itemsOf(orders.indexOf(order)) })
  return { sent, fact: { id: sent.id, kind: 'pack', order: order.id, boxes } }
}

const unpacking: Noting = (history, seller) => {
  const order = pick(history, history.orders)
  const of = (id: number) =>
    namesOn(seller, seller.day.boxes.find((box) => box.id === id)?.packs ?? [], {
      adds: (fact) => fact.kind === 'pack' && fact.order === id,
      takes: (fact) => (fact.kind === 'unpack' ? fact.packs : []),
    })
  // A handmade command may name another order's packs, and undoes none of them.
  const packs = history.any(5) === 0 ? history.orders.flatMap(({ id }) => of(id)) : of(order.id)
  if (packs.length === 0) return null
  const sent = seller.phone.make('unpack', { order, packs })
  return { sent, fact: { id: sent.id, kind: 'unpack', order: order.id, packs } }
}

/** Half pounds at $2.00, a typed amount, or neither. */
function someWeight({ any }: History) {
  const kind = any(5)
  if (kind === 0) return { weight: null, cents: null }
  if (kind === 1) return { weight: null, amount: any(6), cents: 0 }
  const halves = 1 + any(7)
  return { weight: halves / 2, cents: halves * 100 }
}

const weighing: Noting = (history, seller) => {
  const { hamId: productId, orders } = history
  const order = pick(history, orders)
  const line = seller.day.boxes
    .find(({ id }) => id === order.id)
    ?.items.find((item) => item.productId === productId)
  const replaces = namesOn(seller, line?.byWeight?.weighs ?? [], {
    adds: (fact) => fact.kind === 'weigh' && fact.order === order.id,
    takes: (fact) => (fact.kind === 'weigh' ? fact.replaces : []),
  })
  const { cents: byWeight, ...said } = someWeight(history)
  const cents = 'amount' in said ? (said.amount ?? 0) * 100 : byWeight
  const units = 1 + orders.indexOf(order)
  const sent = seller.phone.make('weigh', { order, productId, units, ...said, replaces })
  return { sent, fact: { id: sent.id, kind: 'weigh', order: order.id, cents, replaces } }
}

const moving: Noting = ({ any }, { phone }) => {
  const [amount, move] = [1 + any(20), any(2) === 0 ? 'put_in' : 'paid_out'] as const
  const sent = phone.make('cash-move', { move, amount, note: 'Ice' })
  return { sent, fact: { id: sent.id, kind: 'move', amount: move === 'put_in' ? amount : -amount } }
}

const starting: Noting = ({ any }, seller) => {
  const amount = any(100)
  const replaces = namesOn(
    seller,
    seller.day.cash.starts.map(({ id }) => id),
    {
      adds: ({ kind }) => kind === 'start',
      takes: (fact) => (fact.kind === 'start' ? fact.replaces : []),
    },
  )
  const sent = seller.phone.make('cash-start', { amount, replaces })
  return { sent, fact: { id: sent.id, kind: 'start', amount, replaces } }
}

const counting: Noting = ({ any }, { phone }) => {
  const sent = phone.make('count-cash', { counted: any(100), note: null })
  return { sent, fact: { id: sent.id, kind: 'count' } }
}

const loading: Noting = ({ any, productId }, { phone }) => {
  const [units, kind] = [1 + any(3), any(3) === 0 ? 'unload' : 'load'] as const
  const sent = phone.make(kind, { goods: [{ productId, units }] })
  return { sent, fact: { id: sent.id, kind: 'load', units: kind === 'load' ? units : -units } }
}

const bringingHome: Noting = (history, seller) => {
  const { any, productId, otherId, otherDayId, dayId, model } = history
  const [back, waste] = [any(3), any(2)]
  const isOfAnotherDay = any(4) === 0
  const own = namesOn(
    seller,
    (seller.day.home ?? []).map(({ id }) => id),
    {
      adds: (fact) => fact.kind === 'home' && !fact.isOfAnotherDay,
      takes: (fact) => (fact.kind === 'home' ? fact.replaces : []),
    },
  )
  // A handmade command may name what came home from another day, and undoes none of it.
  const others = any(3) === 0 ? model.homes(isOfAnotherDay ? undefined : true) : []
  const known = isOfAnotherDay ? model.homes(true).map(({ id }) => id) : own
  const replaces = [...known, ...others.map(({ id }) => id)].slice(0, 50)
  const goods = [{ productId: isOfAnotherDay ? otherId : productId, back, waste }]
  const marketDayId = isOfAnotherDay ? otherDayId : dayId
  const sent = seller.phone.make('came-home', { goods, replaces, marketDayId })
  const fact = { id: sent.id, kind: 'home', back, waste, replaces } as const
  return { sent, fact: isOfAnotherDay ? { ...fact, isOfAnotherDay } : fact }
}

const NOTES: readonly Noting[] = [
  ...[selling, selling, paying, payingBack, giving, takingBack],
  ...[packing, packing, packing, unpacking, unpacking, weighing],
  ...[moving, starting, counting, loading, bringingHome],
]

type Deed = (history: History) => Promise<void>

function atTheDesk(history: History): Promise<void> {
  return pick(history, DEEDS)(history)
}

async function ask(
  { its, any }: History,
  method: 'POST' | 'PUT',
  url: string,
  payload: object,
): Promise<boolean> {
  const headers = { cookie: its.phone.desk, accept: 'application/json' }
  const call = () => its.inject({ method, url, headers, payload })
  const [answer, again] = await Promise.all(any(2) === 0 ? [call(), call()] : [call()])
  if (again && again.statusCode !== answer.statusCode)
    throw new Error(
      `${method} ${url}: ${answer.statusCode}, then ${again.statusCode}: ${again.body}`,
    )
  if (answer.statusCode >= 500) throw new Error(`${method} ${url}: ${answer.body}`)
  return answer.statusCode < 300
}

async function listUnheard({ db, model }: History, kind: Fact['kind'], orderId: number) {
  const rows = await db
    .selectFrom('stall_commands')
    .select(['id', 'body'])
    .where('kind', '=', kind)
    .where('order_id', '=', orderId)
    .where('phone_id', 'is', null)
    .orderBy('received_at')
    .orderBy('id')
    .execute()
  const unheard = rows.filter(({ id }) => !model.heard.some((fact) => fact.id === id))
  type Row = (typeof rows)[number]
  const names = ({ body }: Row, { id }: Row) => Number(JSON.stringify(body).includes(id))
  // Of two at one instant, the later one names the other.
  return unheard.sort((one, other) => names(one, other) - names(other, one)).map(({ id }) => id)
}

const DEEDS: readonly Deed[] = [
  async (history) => {
    const { model } = history
    const sales = model.heard.filter(({ kind }) => kind === 'sell')
    if (sales.length === 0) return
    const { id: target } = pick(history, sales)
    if (await ask(history, 'POST', `/api/sales/${target}/undo`, {}))
      model.hear({ id: crypto.randomUUID(), kind: 'void-sale', target })
  },
  async (history) => {
    const { any, model } = history
    const order = pick(history, history.orders).id
    const [id, amount, isCash, isTaken] = [
      crypto.randomUUID(),
      1 + any(6),
      any(2) === 0,
      any(3) > 0,
    ]
    const way = isCash ? 'Cash' : 'Check'
    const draft = { id, kind: isTaken ? 'taken' : 'given-back', way, amount, note: null }
    if (!(await ask(history, 'POST', `/api/orders/${order}/tenders`, draft))) return
    const money = isTaken ? amount : -amount
    const split = isCash ? { cash: money, other: 0 } : { cash: 0, other: money }
    model.hear({ id, kind: isTaken ? 'pay' : 'pay-back', order, ...split })
  },
  async (history) => {
    const { model, any } = history
    const { id } = pick(history, history.orders)
    const given = model.gives(id)
    const collected = any(2) === 0
    if (!(await ask(history, 'PUT', `/api/orders/${id}/collected`, { collected }))) return
    if (!collected) {
      const gives = given.map((give) => give.id)
      return model.hear({ id: crypto.randomUUID(), kind: 'take-back', order: id, gives })
    }
    for (const made of await listUnheard(history, 'give', id))
      model.hear({ id: made, kind: 'give', order: id })
  },
  async (history) => {
    const { any, model } = history
    const { id } = pick(history, history.orders)
    const packs = model.packs(id)
    const packed = any(3) > 0
    const boxes = any(2) === 0 ? 1 + any(3) : undefined
    const body = packed && boxes !== undefined ? { packed, boxes } : { packed }
    const known = model.boxes(id)
    if (!(await ask(history, 'PUT', `/api/orders/${id}/packed`, body))) return
    for (const made of await listUnheard(history, 'pack', id))
      model.hear({ id: made, kind: 'pack', order: id, boxes: boxes ?? known })
    // Fewer boxes replace what was said before.
    for (const made of await listUnheard(history, 'unpack', id))
      model.hear({ id: made, kind: 'unpack', order: id, packs: packs.map((one) => one.id) })
  },
  async (history) => {
    const { model, hamId: productId } = history
    const { id } = pick(history, history.orders)
    const { cents: byWeight, ...said } = someWeight(history)
    const replaces = model.weighs(id).map((weigh) => weigh.id)
    const isAmount = 'amount' in said
    const weighed = isAmount ? { amount: said.amount } : { weight: said.weight }
    if (!(await ask(history, 'PUT', `/api/orders/${id}/weights`, { productId, ...weighed }))) return
    const cents = isAmount ? (said.amount ?? 0) * 100 : byWeight
    for (const made of await listUnheard(history, 'weigh', id)) {
      model.hear({ id: made, kind: 'weigh', order: id, cents, replaces: [...replaces] })
      replaces.push(made)
    }
  },
  async (history) => {
    const { any, model, productId } = history
    const [id, units] = [crypto.randomUUID(), 1 + any(3)]
    const harvest = { id, reason: 'harvest', units }
    if (await ask(history, 'POST', `/api/products/${productId}/movements`, harvest))
      model.hear({ id, kind: 'harvest', units })
  },
]

export async function compare(history: History) {
  const { db, dayId, productId, otherId, orders, model } = history
  const box = await showCashBox(db, dayId)
  const products = db.selectFrom('products').select(['id', 'stock'])
  const rows = await products.where('id', 'in', [productId, otherId]).orderBy('id').execute()
  const own = db.selectFrom('orders').select(['collected_at', 'packed_at', 'boxes']).orderBy('id')
  const found = await own.where('market_day_id', '=', dayId).execute()
  const weighed = await db.selectFrom('weighings').select(['order_id', 'cents']).execute()
  const money: number[] = []
  for (const { id } of orders) {
    const paid = db
      .selectFrom('tenders')
      .select((row) => row.fn.sum<number>('amount_cents').as('all'))
    const { all } = await paid.where('order_id', '=', id).executeTakeFirstOrThrow()
    money.push(Number(all ?? 0) / 100)
  }
  const standing = db.selectFrom('sales').select('id').where('undone_at', 'is', null).orderBy('id')
  const cashOf = (kind: 'pay' | 'pay-back') =>
    model.payments().reduce((sum, paid) => (paid.kind === kind ? sum + paid.cash : sum), 0)
  const lost = model.homes(true).reduce((sum, { waste }) => sum + waste, 0)
  return {
    found: {
      ...{ cash: box.expected, start: box.start, orders: box.orders, givenBack: box.givenBack },
      counts: box.counts.map((count) => count.expected),
      stock: rows.map((row) => row.stock),
      given: found.map(({ collected_at }) => collected_at !== null),
      packed: found.map(({ packed_at, boxes }) => ({ packed: packed_at !== null, boxes })),
      weighed: orders.map(({ id }) => weighed.find((row) => row.order_id === id)?.cents ?? null),
      paid: money,
      sales: (await standing.execute()).map(({ id }) => id),
    },
    expected: {
      ...{ cash: model.cash(), start: model.starts().reduce((sum, { amount }) => sum + amount, 0) },
      orders: cashOf('pay'),
      givenBack: cashOf('pay-back'),
      counts: model.counts,
      stock: [model.stock(), Math.max(0, 5 - lost)],
      given: orders.map(({ id }) => model.gives(id).length > 0),
      packed: orders.map(({ id }) => ({
        packed: model.packs(id).length > 0,
        boxes: model.boxes(id),
      })),
      weighed: orders.map(({ id }) => model.weighed(id)),
      paid: orders.map(({ id }) => model.paid(id)),
      sales: model
        .sales()
        .map(({ id }) => id)
        .toSorted(),
    },
  }
}
