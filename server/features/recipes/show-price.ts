import type { IngredientPrice, PRICE_FIELDS, PriceDraft } from '#contract/ingredient-prices.ts'
import { toDollars } from '#contract/money.ts'
import { type Thousandths, toQuantity } from '#contract/quantity.ts'
import { nameKey } from '#contract/visible-text.ts'
import type { IngredientPricesTable } from '#server/db/tables/recipes.ts'
import type { Db } from '#server/db/tables.ts'
import { fromColumns, toColumns } from '#server/db/to-columns.ts'
import { listPriceRows } from './price-queries.ts'
import type { PriceRow } from './recipe-queries.ts'

export async function listPrices(db: Db): Promise<IngredientPrice[]> {
  return (await listPriceRows(db)).map(showPrice)
}

export function showPrice(row: PriceRow): IngredientPrice {
  const { packageQuantity, packagePrice, measureQuantity, measureWeight, ...same } = fieldsOf(row)
  return {
    id: row.id,
    ...same,
    packageQuantity: toQuantity(packageQuantity),
    packagePrice: toDollars(packagePrice),
    measureQuantity: orNull(measureQuantity),
    measureWeight: orNull(measureWeight),
  }
}

function orNull(quantity: Thousandths | null): number | null {
  return quantity === null ? null : toQuantity(quantity)
}

const PRICE_COLUMNS = {
  name: 'name',
  packageQuantity: 'package_thousandths',
  packageUnit: 'package_unit',
  packagePrice: 'package_cents',
  measureQuantity: 'measure_thousandths',
  measureUnit: 'measure_unit',
  measureWeight: 'weight_thousandths',
  measureWeightUnit: 'weight_unit',
} as const satisfies Record<keyof typeof PRICE_FIELDS, keyof IngredientPricesTable>

/** A price as it is saved: cents, thousandths, and null for what is unknown. */
export function fieldsOf(row: PriceRow) {
  return fromColumns(PRICE_COLUMNS, row)
}

export function rowOf(fields: Omit<PriceDraft, 'useEverywhere'>) {
  const { measureQuantity = null, measureUnit = null, ...given } = fields
  const { measureWeight = null, measureWeightUnit = null } = given
  const measure = { measureQuantity, measureUnit, measureWeight, measureWeightUnit }
  return {
    ...toColumns(PRICE_COLUMNS, { ...given, ...measure }),
    name_key: nameKey(fields.name),
  }
}
