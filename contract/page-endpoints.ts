import type { EndpointRef } from './endpoint.ts'
import type { mails } from './mails.ts'
import type { newsletter } from './newsletter.ts'
import type { pages } from './pages.ts'
import type { receipts } from './receipts.ts'
import type { waitingList } from './waiting-list.ts'

// What one page asks while it renders, without schemas: it needs no validator.

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

export const mailsAreSentEndpoint: EndpointRef<typeof mails.areSent> = { path: '/api/mails/sent' }
