import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { NO_LINK } from '#contract/newsletter-link.ts'
import type { confirmationQuery, subscriptionQuery } from '#web/api/page-queries.ts'

/** What a mail's link leads to; the server renders all links that lead nowhere as one, so what it said of that one holds for this. */
export function useLink(linkQuery: typeof confirmationQuery | typeof subscriptionQuery, secret: string) {
  const client = useQueryClient()
  const initialData = () => client.getQueryData(linkQuery(NO_LINK).queryKey)
  return useSuspenseQuery({ ...linkQuery(secret), initialData }).data
}
