import { readStorage } from '#web/ui/browser-storage.ts'

export const PLACED_ORDERS = 'farmstand:placed'

export const PLACED_PLACE = 'placed'

/** The cards' height, and the window's width at the time, in px. */
export type Room = { width: number; height: number }

type Reserved = { orders: unknown[]; room: Room }

/** Reserves as much room as last time, so nothing moves when orders appear. Null without orders. */
export function makeRoomForPlaced(): HTMLElement | null {
  const place = document.getElementById(PLACED_PLACE)
  const { orders, room } = readStorage<Reserved>('localStorage', PLACED_ORDERS)
  if (!place || !orders?.length) return null
  place.hidden = false
  if (room?.width === innerWidth) place.style.minHeight = `${room.height}px`
  return place
}
