/** `1 order`, `1,250 orders` */
export function formatOrders(orders: number): string {
  return orders === 1 ? '1 order' : `${orders.toLocaleString('en-US')} orders`
}

export function formatBoxes(boxes: number): string {
  return boxes === 1 ? '1 box' : `${boxes} boxes`
}

const AND = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** `#1042 and #1051` */
export function formatNumbers(ids: readonly number[]): string {
  return AND.format(ids.map((id) => `#${id}`))
}

export function formatTogether(ids: readonly number[]): string {
  return `Packed together with ${formatNumbers(ids)}`
}
