import { QueryObserver } from '@tanstack/react-query'
import { onTestFinished } from 'vitest'
import { LIVE_PATH } from '#contract/live.ts'
import { createLiveConnection } from '#web/api/live-connection.ts'
import { followProducts } from '#web/api/live-products.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { productsQuery } from '#web/api/shop-queries.ts'

export async function aFollowedPage(url: string) {
  const client = createQueryClient(async (path) => (await fetch(url + path)).json())
  await client.fetchQuery(productsQuery)
  const leave = new QueryObserver(client, productsQuery).subscribe(() => {})
  const connection = createLiveConnection(
    () => new WebSocket(url.replace(/^http/, 'ws') + LIVE_PATH),
  )
  let connections = 0
  connection.subscribe(() => {
    if (connection.isConnected()) connections++
  })
  const stop = followProducts(client, connection, Date.now())
  onTestFinished(() => {
    stop()
    leave()
    connection.close()
  })
  return {
    stockOf: (id: number) =>
      client.getQueryData(productsQuery.queryKey)?.find((product) => product.id === id)?.stock,
    connections: () => connections,
  }
}
