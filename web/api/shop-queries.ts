import { useSuspenseQuery } from '@tanstack/react-query'
import type { Endpoint, EndpointRef, OutputOf } from '#contract/endpoint.ts'
import { mailsAreSentEndpoint } from '#contract/pages/page-endpoints.ts'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import { type PublicSettingKey, publicSettingValue } from '#contract/settings/public-settings.ts'
import {
  marketDaysEndpoint,
  pageLinksEndpoint,
  productsEndpoint,
  settingsEndpoint,
} from '#contract/shop-endpoints.ts'
import type { Query } from './call.ts'

/** A page ships at most this many products, and the shop shows this many more at a time. */
export const MAX_ON_PAGE = 48

/** For the first view, whose script can't hold the full `query`; null if the list didn't load. */
function listQuery<E extends Endpoint>({ path }: EndpointRef<E>) {
  return { queryKey: [path], meta: { onFailure: 'null' } } as unknown as Query<OutputOf<E> | null>
}

/** Null when the list didn't load. While invalidated, it is only the start of a longer list. */
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

/** Whether the shop can send email. */
export const mailsAreSentQuery = listQuery(mailsAreSentEndpoint)

export const settingsQuery = listQuery(settingsEndpoint)

/** A setting that isn't stored or didn't load has its built-in value. */
export function useSettings(): (key: PublicSettingKey) => string {
  const { data } = useSuspenseQuery(settingsQuery)
  return (key) => publicSettingValue(data ?? [], key)
}
