import { expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aKeyedBuyer, orderBody } from '../a-buyer.ts'
import { aProduct } from '../a-shop.ts'
import { aTroubledShop } from '../a-troubled-shop.ts'
import { whatIsWrong } from '../books.ts'
import { IS_LONG, isShortOnPostgres } from '../length-of-run.ts'
import { workApart } from './work-apart.ts'

const { ORDERS, STEP } = IS_LONG ? { ORDERS: 12, STEP: 1 } : { ORDERS: 2, STEP: 19 }

/** Up to 4 lb each at $6.00/lb: $24.00. */
const HAM = { name: 'Ham', price: 2400, stock: 50, weighPrice: 600 as Cents, weighTo: 4000 }

/** Orders of a ham that weighs 3.75 lb: $1.50 of each goes back. */
async function weighedOrders() {
  const its = await aTroubledShop()
  const ham = await aProduct(its.shop.db, { ...HAM, weighUnit: 'lb' })
  const ids: number[] = []
  for (let count = 0; count < ORDERS; count++) {
    const placed = await aKeyedBuyer(its.shop).buy(orderBody([[ham, 1]]))
    const { id } = placed.json<{ id: number }>()
    await its.shop.settled()
    await its.desk('PUT', `/api/orders/${id}/weights`, { productId: ham.id, weight: 3.75 })
    ids.push(id)
  }
  return { ...its, db: its.shop.db, ids }
}

test.skipIf(isShortOnPostgres())(
  'a process that is killed anywhere while weights are settled gives each order its money back once',
  { timeout: 1_200_000 },
  async () => {
    const { shop, db, ids, round } = await weighedOrders()
    const { dataDir, databaseUrl } = shop.config
    const orders = ids.map((id) => ({ id, amount: 150 as Cents }))
    const settle = { dataDir, databaseUrl, request: { orders, tellsBuyers: true } }
    const rows = async () => {
      const settled = db
        .selectFrom('weighings')
        .select('order_id')
        .where('settled_at', 'is not', null)
      const sent = db.selectFrom('outbox').select('order_id').where('kind', '=', 'changed')
      const changes = await db.selectFrom('order_changes').select(['id', 'order_id']).execute()
      const refunds = await db.selectFrom('refunds').select(['id', 'amount_cents']).execute()
      const idsOf = (found: { order_id: number | null }[]) =>
        found.map((row) => row.order_id).sort()
      expect(refunds.map(({ id }) => id).sort()).toEqual(changes.map(({ id }) => id).sort())
      for (const { amount_cents } of refunds) expect(amount_cents).toBe(150)
      return [idsOf(await settled.execute()), idsOf(await sent.execute()), idsOf(changes)]
    }
    let kills = 0
    for (let at = 1; ; at += STEP) {
      if ((await workApart({ kill: { at, by: 'statement' }, settle })) === 'done') break
      const [settled, sent, changed] = await rows()
      expect([sent, changed], `statement ${at}`).toEqual([settled, settled])
      expect(await checkBooks(db), `statement ${at}`).toEqual([])
      kills++
    }
    expect(kills).toBeGreaterThan(2)
    expect(await workApart({ kill: null, settle })).toBe('done')
    await round()
    const all = ids.toSorted()
    expect(await rows()).toEqual([all, all, all])
    expect([...(await checkBooks(db)), ...(await whatIsWrong(db))]).toEqual([])
  },
)
