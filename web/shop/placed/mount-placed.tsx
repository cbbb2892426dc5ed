import type { QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Boundary } from '#web/ui/boundary.tsx'
import { PlacedOrders } from './placed-orders.tsx'

export function mountPlaced(place: HTMLElement, client: QueryClient): void {
  keepPlaceBelow(place)
  createRoot(place).render(
    <QueryClientProvider client={client}>
      <Boundary part="order news">
        <PlacedOrders place={place} />
      </Boundary>
    </QueryClientProvider>,
  )
}

/** Where the browser doesn't anchor scrolling, what is read below stays where it is. */
function keepPlaceBelow(place: HTMLElement): void {
  if (CSS.supports('overflow-anchor', 'none')) return
  let height = place.offsetHeight
  new ResizeObserver(() => {
    const grown = place.offsetHeight - height
    height += grown
    if (place.getBoundingClientRect().bottom <= grown) scrollBy({ top: grown, behavior: 'instant' })
  }).observe(place)
}
