import { readStorage, writeStorage } from '#web/ui/browser-storage.ts'
import { PLACED_ORDERS, type Room } from './recent-orders-store.ts'

const RECEIPT = /^\/o\/[\w-]+$/

const MOST = 5

/** Doesn't say who ordered; the receipt does. */
export type PlacedOrder = {
  id: number
  receiptUrl: string
  /** When it was placed, in ms. */
  at: number
  isNew: boolean
  /** The market day it was first shown with (YYYY-MM-DD); null for a delivery without one, absent before. */
  day?: string | null
}

type Stored = { orders: PlacedOrder[]; room?: Room }

export function rememberPlaced(order: { id: number; receiptUrl: string }, now = Date.now()): void {
  const { id, receiptUrl } = order
  const others = placedOrders().filter((one) => one.receiptUrl !== receiptUrl)
  store({ orders: [{ id, receiptUrl, at: now, isNew: true }, ...others].slice(0, MOST) })
}

export function placedOrders(): PlacedOrder[] {
  return stored().orders
}

export function changePlaced(receiptUrl: string, change: Partial<PlacedOrder>): void {
  const { orders, ...room } = stored()
  const changed = orders.map((one) => (one.receiptUrl === receiptUrl ? { ...one, ...change } : one))
  store({ orders: changed, ...room })
}

export function rememberRoom(width: number, height: number): void {
  const { orders } = stored()
  if (orders.length > 0) store({ orders, room: { width, height } })
}

/** Without storage, the toast and the email are still there. */
function stored(): Stored {
  const { orders = [], ...room } = readStorage<Stored>('localStorage', PLACED_ORDERS)
  return { ...room, orders: [orders].flat().filter(isPlacedOrder) }
}

function store(value: Stored): void {
  writeStorage('localStorage', PLACED_ORDERS, value.orders.length > 0 ? value : null)
}

function isPlacedOrder(order: Partial<PlacedOrder> | null): boolean {
  const { id, receiptUrl, at } = order ?? {}
  return (
    typeof id === 'number' &&
    typeof at === 'number' &&
    typeof receiptUrl === 'string' &&
    RECEIPT.test(receiptUrl)
  )
}
