import type { QueryClient } from '@tanstack/react-query'
import { followConnection } from '#web/shop/offline/follow-connection.ts'
import { settlePhone } from '#web/shop/shell/settle-phone.ts'
import { followNextPickup } from '#web/shop/storefront/follow-next-pickup.ts'
import { followAddress } from '#web/shop/storefront/search/follow-address.ts'
import { liveConnection } from './api/live-connection.ts'
import { followDays } from './api/live-days.ts'
import { followProducts } from './api/live-products.ts'

/** Keeps a page live, or has it say how old it is. `version`: the data version it was made with. */
export function mount(client: QueryClient, version: number): void {
  settlePhone()
  followAddress(client)
  followNextPickup(client)
  followDays(client, liveConnection())
  followProducts(client, liveConnection(), version)
  followConnection(client, liveConnection())
}
