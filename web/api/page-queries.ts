import {
  confirmationEndpoint,
  contentPageEndpoint,
  mailsAreSentEndpoint,
  receiptEndpoint,
  subscriptionEndpoint,
  waitEndpoint,
} from '#contract/pages/page-endpoints.ts'
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

export const mailsAreSentQuery = query(mailsAreSentEndpoint)
