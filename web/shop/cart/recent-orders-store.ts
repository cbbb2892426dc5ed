import { readStorage, writeStorage } from '#web/ui/browser-storage.ts'

export const PLACED_ORDERS = 'farmstand:placed'

export const PLACED_PLACE = 'placed'

/** The cards' height, and the window's width at the time, in px. */
export type Room = { width: number; height: number }

type Reserved = { orders: ({ receiptUrl: unknown } | null)[]; room: Room }

/** Reserves as much room as last time, so nothing moves when orders appear. Null without orders. */
export function makeRoomForPlaced(): HTMLElement | null {
  const place = document.getElementById(PLACED_PLACE)
  const { orders, room } = readStorage<Reserved>('localStorage', PLACED_ORDERS)
  if (!place || !orders?.length) return null
  place.hidden = false
  if (room?.width === innerWidth) place.style.minHeight = `${room.height}px`
  return place
}

/** Also tells this window's cards, as the browser tells those of other windows. */
export function forgetPlaced(receiptUrl: string): void {
  const { orders = [] } = readStorage<Reserved>('localStorage', PLACED_ORDERS)
  const left = [orders].flat().filter((one) => one?.receiptUrl !== receiptUrl)
  writeStorage('localStorage', PLACED_ORDERS, left.length > 0 ? { orders: left } : null)
  dispatchEvent(new StorageEvent('storage', { key: PLACED_ORDERS }))
}
