import type { QueryClient } from '@tanstack/react-query'
import type { LiveConnection } from './live-connection.ts'
import { marketDaysQuery } from './shop-queries.ts'

/** Catches changes after the page was made: a cache in front of the shop may serve an old page. */
export function followDays(client: QueryClient, connection: LiveConnection): void {
  const { queryKey } = marketDaysQuery
  connection.onMessage((news) => {
    if (news.type === 'days') void client.refetchQueries({ queryKey })
  })
}
