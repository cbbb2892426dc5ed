import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { makeRoomForPlaced } from '#web/shop/cart/recent-orders-store.ts'

/** Waits for hydration, which redraws markup the browser has translated. */
export function LazyPlaced() {
  const client = useQueryClient()
  useEffect(() => {
    const place = makeRoomForPlaced()
    if (place) import('./mount-placed.tsx').then(({ mountPlaced }) => mountPlaced(place, client))
  }, [client])
  return null
}
