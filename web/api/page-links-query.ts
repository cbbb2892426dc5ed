import { pageLinksEndpoint } from '#contract/shop-endpoints.ts'
import { listQuery } from './query-client.ts'

/** The published pages; null when they could not be loaded. */
export const pageLinksQuery = listQuery(pageLinksEndpoint)
