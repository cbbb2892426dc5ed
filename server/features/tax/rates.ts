import type { Selectable } from 'kysely'
import { findZone } from '#contract/calendar/delivery.ts'
import { standingCentsOf } from '#contract/money/standing.ts'
import {
  parseRate,
  parseTaxCategories,
  type RateSum,
  type TaxClass,
  type TaxedPart,
  taxByRate,
} from '#contract/money/tax.ts'
import { SETTING_VALUES } from '#contract/settings/setting-table.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { listZones } from '#server/features/calendar/calendar-queries.ts'

/** Rates as sold at one place; `of` by product. */
type Taxing = { delivery: number; of: (productId: number | null) => number }

const KEYS = ['tax_rate', 'tax_reduced_rate', 'tax_categories', 'tax_on_delivery'] as const

const selectSettings = prepared((db) =>
  db.selectFrom('settings').select(['key', 'value']).where('key', 'in', KEYS),
)

/** An address as it is stored, or as it is read. */
type Where = {
  market_day_id?: number | null | undefined
  pickup_location?: string | null | undefined
  shipping_address?: string | { zipCode: string } | null | undefined
}

/** The rates goods are sold at now; null while the shop collects no sales tax. */
export async function readTaxing(
  tx: Db,
  where: Where,
  productIds: readonly (number | null)[],
): Promise<Taxing | null> {
  const { rows } = await selectSettings(tx, {})
  const settingOf = (key: (typeof KEYS)[number]) =>
    rows.find((row) => row.key === key)?.value ?? SETTING_VALUES[key]
  const standard = parseRate(settingOf('tax_rate'))
  if (standard === null) return null
  const place = await findRates(tx, where)
  const full = place?.tax_bp ?? standard
  const rates: Record<TaxClass, number> = {
    exempt: 0,
    reduced: place?.tax_reduced_bp ?? parseRate(settingOf('tax_reduced_rate')) ?? full,
    standard: full,
  }
  const categories = parseTaxCategories(settingOf('tax_categories'))
  const ids = productIds.flatMap((id) => id ?? [])
  const products = await tx
    .selectFrom('products')
    .select(['id', 'category', 'tax'])
    .where('id', 'in', ids)
    .execute()
  const classes = new Map(
    products.map(({ id, tax, category }) => [id, tax ?? categories?.get(category) ?? 'exempt']),
  )
  return {
    delivery: settingOf('tax_on_delivery') === 'true' ? full : 0,
    of: (id) => rates[classes.get(id ?? 0) ?? 'exempt'],
  }
}

/** Of the day's place, else of the zone or place the goods go to. */
async function findRates(tx: Db, { market_day_id, pickup_location, shipping_address }: Where) {
  const places = tx.selectFrom('places').select(['tax_bp', 'tax_reduced_bp'])
  if (market_day_id) {
    const day = tx.selectFrom('market_days').select('place_id').where('id', '=', market_day_id)
    return places.where('id', 'in', day).executeTakeFirst()
  }
  if (pickup_location) return places.where('key', '=', pickup_location).executeTakeFirst()
  if (!shipping_address) return null
  const to = typeof shipping_address === 'string' ? JSON.parse(shipping_address) : shipping_address
  return findZone(await listZones(tx), to.zipCode)
}

type Item = Selectable<Tables['order_items']>

/** As the order stands: `fee` is its delivery fee, `ebt` what SNAP paid, in cents. */
export function taxOfOrder(
  order: Pick<Selectable<Tables['orders']>, 'status' | 'delivery_tax_bp'>,
  { items, fee, ebt }: { items: readonly Item[]; fee: number; ebt: number },
): RateSum[] {
  if (order.status === 'cancelled') return []
  const goods = items.map((item): TaxedPart => {
    return { rate: item.tax_bp, cents: standingCentsOf(item), snap: item.snap }
  })
  return taxByRate([...goods, { rate: order.delivery_tax_bp, cents: fee, snap: false }], ebt)
}
