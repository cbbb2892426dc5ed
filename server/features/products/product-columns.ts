import type { Selectable } from 'kysely'
import { toDollars } from '#contract/money/money.ts'
import { formatWeighed } from '#contract/packing/weigh.ts'
import type {
  DeskProduct,
  Product,
  ProductDraft,
  ProductField,
} from '#contract/products/products.ts'
import type { Tables } from '#server/db/tables.ts'
import { fromColumns } from '#server/db/to-columns.ts'

const PRODUCT_COLUMNS = {
  name: 'name',
  description: 'description',
  category: 'category',
  price: 'price_cents',
  stock: 'stock',
  imageUrl: 'image_url',
  unit: 'unit',
  allergens: 'allergens',
  weighUnit: 'weigh_unit',
  weighPrice: 'weigh_cents',
  weighTo: 'weigh_to',
  snap: 'snap',
} as const satisfies Record<
  Exclude<ProductField, 'lowLimit' | 'hidden' | 'tax' | 'seasonFrom' | 'seasonUntil'>,
  keyof Tables['products']
>

export const COLUMNS = ['id', ...Object.values(PRODUCT_COLUMNS)] as const

const OWN_COLUMNS = {
  lowLimit: 'low_limit',
  seasonFrom: 'season_from',
  seasonUntil: 'season_until',
  tax: 'tax',
} as const satisfies { [Field in ProductField]?: keyof Tables['products'] }

/** All but `hidden`, which is stored as an instant. */
export const WRITTEN_COLUMNS = { ...PRODUCT_COLUMNS, ...OWN_COLUMNS }

export const DESK_COLUMNS = [...COLUMNS, ...Object.values(OWN_COLUMNS), 'archived_at'] as const

export type ProductRow = Pick<Selectable<Tables['products']>, (typeof COLUMNS)[number]>
export type Fields = { [Field in ProductField]?: ProductDraft[Field] | undefined }

type DeskRow = Pick<Selectable<Tables['products']>, (typeof DESK_COLUMNS)[number]>

export function toDeskProduct(row: DeskRow): DeskProduct {
  return {
    ...toProduct(row),
    ...withoutNulls(fromColumns(OWN_COLUMNS, row)),
    ...(row.archived_at === null ? {} : { hidden: true }),
  }
}

export function toProduct(row: ProductRow & { category_hidden?: boolean | null }): Product {
  const { id, name, description, category, stock, unit, allergens } = row
  const { weigh_unit, weigh_cents, weigh_to } = row
  const weighed =
    weigh_unit && weigh_cents && weigh_to
      ? { weighed: formatWeighed({ unit: weigh_unit, cents: weigh_cents, to: weigh_to }) }
      : {}
  return {
    id,
    name,
    description,
    category,
    stock,
    price: toDollars(row.price_cents),
    imageUrl: row.image_url,
    ...withoutNulls({ unit, allergens }),
    ...toWeigh(row),
    ...weighed,
    ...(row.category_hidden ? { categoryHidden: true } : {}),
    ...(row.snap ? { snap: true } : {}),
  }
}

export function toWeigh({
  weigh_unit: weighUnit,
  weigh_cents,
  weigh_to,
}: Pick<ProductRow, 'weigh_unit' | 'weigh_cents' | 'weigh_to'>) {
  return withoutNulls({
    weighUnit,
    weighPrice: weigh_cents && toDollars(weigh_cents),
    weighTo: weigh_to && weigh_to / 1000,
  })
}

type WithoutNulls<Row> = { [Name in keyof Row]?: NonNullable<Row[Name]> }

function withoutNulls<Row extends object>(row: Row): WithoutNulls<Row> {
  const filled: WithoutNulls<Row> = {}
  for (const name in row) {
    const value = row[name]
    if (value !== null && value !== undefined) filled[name] = value
  }
  return filled
}
