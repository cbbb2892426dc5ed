import {
  type IngredientPrice,
  MEASURE_UNITS,
  type PriceDraft,
} from '#contract/ingredient-prices.ts'
import { toDollars } from '#contract/money.ts'
import { type Thousandths, toQuantity, toThousandths } from '#contract/quantity.ts'
import { WEIGHT_UNITS } from '#contract/units.ts'
import { nameKey } from '#contract/visible-text.ts'
import type { Db } from '#server/db/tables.ts'
import { listPriceRows } from './price-queries.ts'
import type { PriceRow } from './recipe-queries.ts'

/** A price as it is saved: cents, thousandths, and null for what is unknown. */
type PriceFields = Required<Omit<PriceDraft, 'useEverywhere'>>

export async function listPrices(db: Db): Promise<IngredientPrice[]> {
  return (await listPriceRows(db)).map(showPrice)
}

export function showPrice(row: PriceRow): IngredientPrice {
  return {
    id: row.id,
    name: row.name,
    packageQuantity: toQuantity(row.package_thousandths),
    packageUnit: row.package_unit,
    packagePrice: toDollars(row.package_cents),
    measureQuantity: orNull(row.measure_thousandths),
    measureUnit: MEASURE_UNITS.find((unit) => unit === row.measure_unit) ?? null,
    measureWeight: orNull(row.weight_thousandths),
    measureWeightUnit: WEIGHT_UNITS.find((unit) => unit === row.weight_unit) ?? null,
  }
}

function orNull(quantity: Thousandths | null): number | null {
  return quantity === null ? null : toQuantity(quantity)
}

export function fieldsOf(row: PriceRow): PriceFields {
  const { id: _, measureQuantity, measureWeight, ...shown } = showPrice(row)
  return {
    ...shown,
    packageQuantity: row.package_thousandths,
    packagePrice: row.package_cents,
    measureQuantity: measureQuantity === null ? null : toThousandths(measureQuantity),
    measureWeight: measureWeight === null ? null : toThousandths(measureWeight),
  }
}

export function rowOf(fields: Omit<PriceDraft, 'useEverywhere'>) {
  return {
    name: fields.name,
    name_key: nameKey(fields.name),
    package_thousandths: fields.packageQuantity,
    package_unit: fields.packageUnit,
    package_cents: fields.packagePrice,
    measure_thousandths: fields.measureQuantity ?? null,
    measure_unit: fields.measureUnit ?? null,
    weight_thousandths: fields.measureWeight ?? null,
    weight_unit: fields.measureWeightUnit ?? null,
  }
}
