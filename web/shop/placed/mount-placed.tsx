import { createRoot } from 'react-dom/client'
import type { QueryClient } from '#web/api/query-client.ts'
import { QueryClientProvider } from '#web/api/use-query.tsx'
import { Boundary } from '#web/ui/boundary.tsx'
import { PlacedOrders } from './placed-orders.tsx'

export function mountPlaced(place: HTMLElement, client: QueryClient): void {
  createRoot(place).render(
    <QueryClientProvider client={client}>
      <Boundary part="order news">
        <PlacedOrders place={place} />
      </Boundary>
    </QueryClientProvider>,
  )
}
