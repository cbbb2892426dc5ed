import {
  confirmationEndpoint,
  contentPageEndpoint,
  pickupRequestEndpoint,
  receiptEndpoint,
  subscriptionEndpoint,
  waitEndpoint,
} from '#contract/pages/page-endpoints.ts'
import { query, queryOrNull } from './call.ts'

// The server loads these on each request for their page; null means not found.

export const contentPageQuery = (slug: string) =>
  queryOrNull(contentPageEndpoint, { params: { slug } })

export const receiptQuery = (secret: string) => queryOrNull(receiptEndpoint, { params: { secret } })

export const confirmationQuery = (secret: string) =>
  query(confirmationEndpoint, { params: { secret } })

export const subscriptionQuery = (secret: string) =>
  query(subscriptionEndpoint, { params: { secret } })

export const waitQuery = (secret: string) => query(waitEndpoint, { params: { secret } })

export const pickupRequestQuery = (secret: string) =>
  query(pickupRequestEndpoint, { params: { secret } })
