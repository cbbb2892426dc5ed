import type { EndpointRef } from '../endpoint.ts'
import type { mails } from '../mail/mails.ts'
import type { newsletter } from '../mail/newsletter.ts'
import type { waitingList } from '../mail/waiting-list.ts'
import type { pickupRequests } from '../orders/pickup-link.ts'
import type { receipts } from '../orders/receipts.ts'
import type { pages } from './pages.ts'

// Without schemas, so a page renders without the validator.

export const contentPageEndpoint: EndpointRef<typeof pages.bySlug> = {
  path: '/api/pages/slug/{slug}',
}

export const receiptEndpoint: EndpointRef<typeof receipts.show> = { path: '/api/receipts/{secret}' }

export const confirmationEndpoint: EndpointRef<typeof newsletter.confirmation> = {
  path: '/api/newsletter/confirmations/{secret}',
}

export const subscriptionEndpoint: EndpointRef<typeof newsletter.subscription> = {
  path: '/api/newsletter/subscriptions/{secret}',
}

export const waitEndpoint: EndpointRef<typeof waitingList.wait> = {
  path: '/api/waiting-list/{secret}',
}

export const pickupRequestEndpoint: EndpointRef<typeof pickupRequests.show> = {
  path: '/api/pickup-requests/{secret}',
}

export const mailsAreSentEndpoint: EndpointRef<typeof mails.areSent> = { path: '/api/mails/sent' }
