import type { Selectable } from 'kysely'
import { toDollars } from '#contract/money/money.ts'
import { formatWeighed } from '#contract/packing/weigh.ts'
import type {
  DeskProduct,
  Product,
  ProductDraft,
  ProductField,
} from '#contract/products/products.ts'
import type { ProductsTable } from '#server/db/tables/products.ts'

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
  keyof ProductsTable
>

export const COLUMNS = ['id', ...Object.values(PRODUCT_COLUMNS)] as const

const OWN_COLUMNS = ['low_limit', 'archived_at', 'season_from', 'season_until', 'tax'] as const

export const DESK_COLUMNS = [...COLUMNS, ...OWN_COLUMNS] as const

export type ProductRow = Pick<Selectable<ProductsTable>, (typeof COLUMNS)[number]>
export type Fields = { [Field in ProductField]?: ProductDraft[Field] | undefined }

export function toColumns<Given extends Fields>(fields: Given) {
  const {
    price,
    imageUrl,
    weighUnit,
    weighPrice,
    weighTo,
    lowLimit,
    seasonFrom,
    seasonUntil,
    hidden: _,
    ...sameName
  } = fields
  const renamed: { price_cents: Given['price']; image_url: Given['imageUrl'] } = {
    price_cents: price,
    image_url: imageUrl,
  }
  const weigh = { weigh_unit: weighUnit, weigh_cents: weighPrice, weigh_to: weighTo }
  const season = { season_from: seasonFrom, season_until: seasonUntil }
  return { ...sameName, ...renamed, ...weigh, ...season, low_limit: lowLimit }
}

type DeskRow = ProductRow & Pick<Selectable<ProductsTable>, (typeof OWN_COLUMNS)[number]>

export function toDeskProduct(full: DeskRow): DeskProduct {
  const { low_limit, archived_at, season_from, season_until, tax, ...row } = full
  return {
    ...toProduct(row),
    ...withoutNulls({
      lowLimit: low_limit,
      seasonFrom: season_from,
      seasonUntil: season_until,
      tax,
    }),
    ...(archived_at === null ? {} : { hidden: true }),
  }
}

type AnyRow = ProductRow & {
  day_limited?: boolean
  season_from?: string | null
  place?: number
  category_hidden?: boolean | null
}

export function toProduct({
  day_limited: _,
  place: __,
  season_from: ___,
  category_hidden: isHidden,
  ...row
}: AnyRow): Product {
  const { price_cents, image_url, unit, allergens, weigh_unit, weigh_cents, weigh_to } = row
  const { id, name, description, category, stock } = row
  const optional = {
    ...withoutNulls({ unit, allergens }),
    ...toWeigh({ weigh_unit, weigh_cents, weigh_to }),
  }
  const weighed =
    weigh_unit && weigh_cents && weigh_to
      ? { weighed: formatWeighed({ unit: weigh_unit, cents: weigh_cents, to: weigh_to }) }
      : {}
  const hidden = isHidden ? { categoryHidden: true } : {}
  return {
    id,
    name,
    description,
    category,
    stock,
    price: toDollars(price_cents),
    imageUrl: image_url,
    ...optional,
    ...weighed,
    ...hidden,
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
