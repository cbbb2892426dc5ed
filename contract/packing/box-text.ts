import { formatList } from '../text/format-list.ts'

export function formatOrders(orders: number): string {
  return orders === 1 ? '1 order' : `${orders.toLocaleString('en-US')} orders`
}

export function formatBoxes(boxes: number): string {
  return boxes === 1 ? '1 box' : `${boxes} boxes`
}

export function formatNumbers(ids: readonly number[]): string {
  return formatList(ids.map((id) => `#${id}`))
}

export function formatTogether(ids: readonly number[]): string {
  return `Packed together with ${formatNumbers(ids)}`
}
