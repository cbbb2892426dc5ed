export const PLACED_ORDERS = 'farmstand:placed'

export const PLACED_PLACE = 'placed'

/** Reserves as much room as last time, so nothing moves when orders appear. Null without orders. */
export function makeRoomForPlaced(): HTMLElement | null {
  const place = document.getElementById(PLACED_PLACE)
  try {
    const { orders, room } = JSON.parse(localStorage.getItem(PLACED_ORDERS) ?? '{}')
    if (!place || !orders?.length) return null
    place.hidden = false
    if (room?.width === innerWidth) place.style.minHeight = `${room.height}px`
    return place
  } catch {
    return null
  }
}
