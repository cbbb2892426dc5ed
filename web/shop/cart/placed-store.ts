import { PLACED_ORDERS } from './recent-orders-store.ts'

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

type Stored = {
  orders: PlacedOrder[]
  /** The cards' height, and the window's width at the time, in px. */
  room?: { width: number; height: number }
}

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

export function forgetPlaced(receiptUrl: string): void {
  store({ orders: placedOrders().filter((one) => one.receiptUrl !== receiptUrl) })
}

export function rememberRoom(width: number, height: number): void {
  const { orders } = stored()
  if (orders.length > 0) store({ orders, room: { width, height } })
}

function stored(): Stored {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PLACED_ORDERS) ?? 'null')
    if (isStored(value)) return { ...value, orders: value.orders.filter(isPlacedOrder) }
  } catch {
    // Without storage, the toast and the email are still there.
  }
  return { orders: [] }
}

function store(value: Stored): void {
  try {
    if (value.orders.length > 0) localStorage.setItem(PLACED_ORDERS, JSON.stringify(value))
    else localStorage.removeItem(PLACED_ORDERS)
  } catch {
    // Same here.
  }
}

function isStored(value: unknown): value is Stored {
  return (
    typeof value === 'object' && value !== null && 'orders' in value && Array.isArray(value.orders)
  )
}

function isPlacedOrder(value: unknown): value is PlacedOrder {
  if (typeof value !== 'object' || value === null) return false
  const { id, receiptUrl, at } = value as Record<string, unknown>
  return (
    typeof id === 'number' &&
    typeof at === 'number' &&
    typeof receiptUrl === 'string' &&
    RECEIPT.test(receiptUrl)
  )
}
