import type { QueryClient } from '@tanstack/react-query'
import { followConnection } from '#web/shop/offline/follow-connection.ts'
import { settlePhone } from '#web/shop/shell/settle-phone.ts'
import { followNextPickup } from '#web/shop/storefront/follow-next-pickup.ts'
import { followAddress } from '#web/shop/storefront/search/follow-address.ts'
import { liveConnection } from './api/live-connection.ts'
import { followProducts } from './api/live-products.ts'
import { marketDaysQuery } from './api/shop-queries.ts'

/** Keeps a page live, or has it say how old it is. `version`: the data version it was made with. */
export function mount(client: QueryClient, version: number): void {
  settlePhone()
  followAddress(client)
  followNextPickup(client)
  // Also after the page was made: a cache in front of the shop may serve an old one.
  liveConnection().onMessage(({ type }) => {
    if (type === 'days') void client.refetchQueries({ queryKey: marketDaysQuery.queryKey })
  })
  followProducts(client, liveConnection(), version)
  followConnection(client, liveConnection())
}
