import {
  confirmationEndpoint,
  contentPageEndpoint,
  receiptEndpoint,
  subscriptionEndpoint,
  waitEndpoint,
  waitingListEndpoint,
} from '#contract/page-endpoints.ts'
import { query, queryOrNull } from './query.ts'

// The server asks these for each load of their page; null stands for what does not exist.

export const contentPageQuery = (slug: string) =>
  queryOrNull(contentPageEndpoint, { params: { slug } })

export const receiptQuery = (secret: string) => queryOrNull(receiptEndpoint, { params: { secret } })

export const confirmationQuery = (secret: string) =>
  query(confirmationEndpoint, { params: { secret } })

export const subscriptionQuery = (secret: string) =>
  query(subscriptionEndpoint, { params: { secret } })

export const waitQuery = (secret: string) => query(waitEndpoint, { params: { secret } })

/** Whether the shop can send mail about a product that is back. */
export const waitingListQuery = query(waitingListEndpoint)
