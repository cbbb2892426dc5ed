import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { makeRoomForPlaced } from '#web/shop/cart/recent-orders-store.ts'

/** Shows what this browser ordered once the page is taken over: markup that was translated before is drawn anew. */
export function LazyPlaced() {
  const client = useQueryClient()
  useEffect(() => {
    const place = makeRoomForPlaced()
    if (place) import('./mount-placed.tsx').then(({ mountPlaced }) => mountPlaced(place, client))
  }, [client])
  return null
}
