import { queryOptions } from '@tanstack/react-query'
import type { LinkedSubscription } from '#contract/newsletter.ts'

/** What a mail's link leads to; null when it leads nowhere (any more). Asked by the server for each load of the page. */
export function linkQuery(kind: 'confirmations' | 'subscriptions', secret: string) {
  return queryOptions<LinkedSubscription>({ queryKey: [`/api/newsletter/${kind}`, secret] })
}
