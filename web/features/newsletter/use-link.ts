import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { LinkedSubscription } from '#contract/newsletter.ts'
import { NO_LINK } from '#contract/newsletter-link.ts'

/** What a mail's link leads to; null when it leads nowhere (any more). Asked by the server for each load of the page. */
function linkQuery(kind: 'confirmations' | 'subscriptions', secret: string) {
  return queryOptions<LinkedSubscription>({ queryKey: [`/api/newsletter/${kind}`, secret] })
}

/** The same for a page. The server renders all links that lead nowhere as one, so its answer for that one stands in for the others. */
export function useLink(kind: 'confirmations' | 'subscriptions', secret: string): LinkedSubscription {
  const client = useQueryClient()
  const initialData = () => client.getQueryData(linkQuery(kind, NO_LINK).queryKey)
  return useSuspenseQuery({ ...linkQuery(kind, secret), initialData }).data
}
