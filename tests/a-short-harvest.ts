import type { OutputOf } from '#contract/endpoint.ts'
import type { ShortDraft, shortHarvest } from '#contract/packing/packing.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aKeyedBuyer, orderBody } from './a-buyer.ts'
import { aMailbox } from './a-mailbox.ts'
import { aProduct, signIn } from './a-shop.ts'
import { aTroubledShop } from './a-troubled-shop.ts'
import { whatIsWrong } from './books.ts'

export const DAY = '2026-11-21'

export type Shared = OutputOf<typeof shortHarvest.share>

/** Carrots at $3.50, kale at $3.25, and honey. */
export async function aShortHarvest(stock = { carrots: 18, kale: 14 }) {
  const its = await aTroubledShop()
  const { db } = its.shop
  const { letters, mailer } = aMailbox()
  its.shop.shop.mail = mailer
  const vegetables = { category: 'Vegetables' } as const
  const carrots = await aProduct(db, {
    ...{ name: 'Carrots', price: 350, stock: stock.carrots, ...vegetables },
  })
  const kale = await aProduct(db, { name: 'Kale', price: 325, stock: stock.kale, ...vegetables })
  const cookie = await signIn(its.shop)
  let buyers = 0
  const buy = async (
    units: number,
    more: Record<string, unknown> = {},
    others: Parameters<typeof orderBody>[0] = [],
  ) => {
    const customerEmail = `buyer${++buyers}@example.com`
    const body = orderBody([[carrots, units], ...others], { customerEmail, ...more })
    const answer = await aKeyedBuyer(its.shop).buy(body)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    await its.shop.settled()
    return answer.json().id as number
  }
  const draftOf = (more: Partial<ShortDraft> = {}): ShortDraft => ({
    ...{ id: crypto.randomUUID(), productId: carrots.id, have: 8, rule: 'fair' },
    ...{ goods: 'missing', takesOff: true, reason: 'Frost took the rest.' },
    ...more,
  })
  const ask = (draft: object, query = '') =>
    its.shop.inject({
      ...{ method: 'POST', url: `/api/days/${DAY}/short${query}`, payload: draft },
      headers: { cookie, accept: 'application/json' },
    })
  const plan = async (draft: object): Promise<Shared['plan']> => (await ask(draft)).json().plan
  const share = async (draft: ShortDraft) => {
    const answer = await ask({ ...draft, confirm: (await plan(draft)).confirm })
    await its.shop.settled()
    return answer
  }
  const stockOf = async (id: number) =>
    (await db.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow())
      .stock
  const standing = async () => {
    const orders = (await its.desk('GET', '/api/orders')).json() as {
      id: number
      status: string
      items: { productId: number; standing: number }[]
    }[]
    const unitsOf = (items: (typeof orders)[number]['items'], id: number) =>
      items.find(({ productId }) => productId === id)?.standing ?? 0
    return orders
      .filter(({ status }) => status !== 'cancelled')
      .map(({ id, items }) => [id, unitsOf(items, carrots.id), unitsOf(items, kale.id)])
      .sort(([one = 0], [other = 0]) => one - other)
  }
  const wrong = async () => [...(await checkBooks(db)), ...(await whatIsWrong(db))]
  return {
    ...its,
    db,
    letters,
    carrots,
    kale,
    buy,
    draftOf,
    ask,
    plan,
    share,
    stockOf,
    standing,
    wrong,
  }
}

/** The drawing's five orders: 12 ordered, one buyer wants something similar, one a call. */
export async function fiveOrders() {
  const its = await aShortHarvest()
  await its.buy(3)
  await its.buy(1)
  await its.buy(4, { ifShort: 'substitute' })
  await its.buy(2, { ifShort: 'refund' })
  await its.buy(2, { ifShort: 'call', customerPhone: '(605) 555-0147' })
  return its
}
