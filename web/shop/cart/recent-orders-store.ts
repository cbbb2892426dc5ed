export const PLACED_ORDERS = 'farmstand:placed'

/** Where the home page shows placed orders; hidden if there are none. */
export const PLACED_PLACE = 'placed'

/**
 * Makes room on the home page for the orders this browser placed, as much as they took before, so
 * that nothing moves when they are shown. Answers where; null where there is nothing to show.
 */
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
