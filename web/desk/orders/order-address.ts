import { z } from 'zod/mini'
import { ORDER_PLACES, type OrderFilter, orderFilter } from '#contract/order-filter.ts'

type OrderView = { filter: OrderFilter; openId: number | null }

const NAMES = ['text', 'status', 'place', 'pickupDate', 'orderedFrom', 'orderedUntil'] as const

/** Reads the address after `#`, such as `orders/7?status=pending`; what makes no sense there is left out. */
export function readAddress(hash: string): OrderView {
  const [path = '', query = ''] = hash.split('?', 2)
  const id = /^orders\/([1-9]\d{0,9})$/.exec(path)?.[1]
  return {
    filter: readFilter(Object.fromEntries(new URLSearchParams(query))),
    openId: id ? Number(id) : null,
  }
}

export function readFilter(texts: Record<string, string>): OrderFilter {
  const sensible = NAMES.flatMap((name) => {
    const text = texts[name]
    const isOffered = name !== 'place' || ORDER_PLACES.some((place) => place === text)
    const isSensible = isOffered && z.safeParse(orderFilter.shape[name], text).success
    return text && isSensible ? [[name, text]] : []
  })
  return z.parse(orderFilter, Object.fromEntries(sensible))
}

export function addressOf({ filter, openId }: OrderView): string {
  const query = new URLSearchParams(Object.entries(queryOf(filter))).toString()
  return `orders${openId === null ? '' : `/${openId}`}${query && `?${query}`}`
}

export function queryOf(filter: OrderFilter): Record<string, string> {
  return Object.fromEntries(NAMES.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])))
}

export function isNarrow(filter: OrderFilter): boolean {
  return Object.keys(queryOf(filter)).length > 0
}
