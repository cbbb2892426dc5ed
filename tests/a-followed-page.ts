import { onTestFinished } from 'vitest'
import { LIVE_PATH } from '#contract/live.ts'
import type { Product } from '#contract/products.ts'
import { createLiveConnection } from '#web/api/live-connection.ts'
import { followProducts } from '#web/api/live-products.ts'

/** What an open page of the shop knows of its products: our own page's code over a real socket, without its screen. */
export async function aFollowedPage(url: string) {
  const read = async (): Promise<Product[]> => (await fetch(`${url}/api/products`)).json()
  let list = { data: await read(), isInvalidated: false, fetchStatus: 'idle' as const }
  const connection = createLiveConnection(
    () => new WebSocket(url.replace(/^http/, 'ws') + LIVE_PATH),
  )
  let connections = 0
  connection.subscribe(() => {
    if (connection.isConnected()) connections++
  })
  const stop = followProducts(
    {
      getQueryState: () => list,
      setQueryData: (_, data) => {
        list = { ...list, data }
      },
      invalidateQueries: async () => {
        list = { ...list, data: await read() }
      },
      getQueryCache: () => ({ subscribe: () => () => {} }),
    },
    connection,
    Date.now(),
  )
  onTestFinished(() => {
    stop()
    connection.close()
  })
  return {
    stockOf: (id: number) => list.data.find((product) => product.id === id)?.stock,
    /** How often it was connected. */
    connections: () => connections,
  }
}
