import type { QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
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
