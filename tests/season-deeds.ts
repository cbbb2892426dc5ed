import fc from 'fast-check'
import { isInSeason, seasonOf } from '#contract/time/season.ts'
import { type Deed, deed, type Market } from './market-deed.ts'

const NONE = { seasonFrom: null, seasonUntil: null }
/** Seasons with all and none of the market's days, which are the year's last weeks. */
const [NOW, LATER] = [
  { seasonFrom: '11-01', seasonUntil: '01-31' },
  { seasonFrom: '05-20', seasonUntil: '07-05' },
]

export const keepingSeasons: fc.Arbitrary<Deed> = fc
  .record({ place: fc.nat(1), season: fc.constantFrom(NONE, NOW, LATER, LATER) })
  .map(({ place, season }) =>
    deed(`sells ${place} from ${season.seasonFrom}`, ({ desk, shelf }) =>
      desk('PUT', `/api/products/${shelf[place]?.id}`, season),
    ),
  )

/**
 * Products out of season on every day before `work` ran, and what was quoted in it, or sold without
 * a quote.
 */
export async function offSeason({ shop: { db } }: Market, work: () => Promise<unknown>) {
  const listOff = async () => {
    const products = await db
      .selectFrom('products')
      .select(['id', 'season_from as seasonFrom', 'season_until as seasonUntil'])
      .execute()
    const seasons = products.map((row) => ({ id: row.id, season: seasonOf(row) }))
    return seasons.flatMap(({ id, season }) =>
      season && !isInSeason('2026-12-01', season) ? [id] : [],
    )
  }
  const payments = () => db.selectFrom('payments').select(['id', 'basket', 'order_id']).execute()
  const off = await listOff()
  const known = new Set((await payments()).map(({ id }) => id))
  const orders = await db.selectFrom('orders').select('id').execute()
  const ordered = new Set(orders.map(({ id }) => id))
  await work()
  const sold = db.selectFrom('order_items').select(['order_id', 'product_id'])
  const lines = await sold.where('quantity', '>', 0).execute()
  const asked = (await payments()).flatMap(({ id, basket, order_id }) => {
    if (basket) return known.has(id) ? [] : basket.lines.map(({ productId }) => productId)
    if (order_id === null || ordered.has(order_id)) return []
    return lines.flatMap((line) => (line.order_id === order_id ? [line.product_id] : []))
  })
  return { off, asked }
}
