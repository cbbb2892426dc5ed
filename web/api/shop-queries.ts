import { useSuspenseQuery } from '@tanstack/react-query'
import type { Endpoint, EndpointRef, OutputOf } from '#contract/endpoint.ts'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import { type PublicSettingKey, publicSettingValue } from '#contract/settings/public-settings.ts'
import {
  marketDaysEndpoint,
  pageLinksEndpoint,
  productsEndpoint,
  settingsEndpoint,
} from '#contract/shop-endpoints.ts'
import type { Query } from './query.ts'

/** A page comes with at most this many products, and the shop shows so many more at a time. */
export const MAX_ON_PAGE = 48

/** A list of the first view, whose script has no room for every kind of `query`; null when it could not be loaded. */
function listQuery<E extends Endpoint>({ path }: EndpointRef<E>) {
  return { queryKey: [path], meta: { onFailure: 'null' } } as unknown as Query<OutputOf<E> | null>
}

/**
 * Every product of the shop; null when the list could not be
 * loaded. An invalidated list is the beginning of a longer one.
 */
export const productsQuery = listQuery(productsEndpoint)

/** The farm's own categories follow the seven as the shop's list has them. */
export function inShelfOrder(products: readonly Product[]): Product[] {
  const categories = new Set<string>(PRODUCT_CATEGORIES)
  for (const { category } of products) categories.add(category)
  return [...categories].flatMap((category) =>
    products.filter((product) => product.category === category),
  )
}

export const pageLinksQuery = listQuery(pageLinksEndpoint)

export const marketDaysQuery = listQuery(marketDaysEndpoint)

export const settingsQuery = listQuery(settingsEndpoint)

/** Reads settings by key; what is not stored, or could not be loaded, has its built-in value. */
export function useSettings(): (key: PublicSettingKey) => string {
  const { data } = useSuspenseQuery(settingsQuery)
  return (key) => publicSettingValue(data ?? [], key)
}
