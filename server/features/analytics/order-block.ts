/** So many order numbers make a block: what one change makes stale, and what is summed or checked at once. As in the triggers. */
export const BLOCK_SIZE = 1000

export function blockOf(orderId: number): number {
  return Math.floor(orderId / BLOCK_SIZE)
}
