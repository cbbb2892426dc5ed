import type { QueryClient } from '@tanstack/react-query'
import type { LiveConnection } from './live-connection.ts'
import { marketDaysQuery } from './shop-queries.ts'

/**
 * Reads the market days again where they changed since the page
 * was made, as a network before the shop may have kept it.
 */
export function followDays(client: QueryClient, connection: LiveConnection): void {
  const { queryKey } = marketDaysQuery
  connection.onMessage((news) => {
    if (news.type === 'days') void client.refetchQueries({ queryKey })
  })
}
