import { z } from 'zod/mini'
import { type OrderFilter, orderFilter } from '#contract/orders/order-filter.ts'

export type ListFilter = OrderFilter & { sort?: 'packing' }

type OrderView = { filter: ListFilter; openId: number | null }

const NAMES = ['text', 'status', 'place', 'pickupDate', 'pickupBefore'] as const

export function orderDialog(id: number, name: string): string {
  return `orders/${id}/${name}`
}

/** Whether goods may come, go or move: it stands, and is still on the farm. */
export function canBeChanged({ status, hasLeft, collectedAt }: ChangedOrder): boolean {
  return status !== 'cancelled' && !hasLeft && collectedAt === null
}

type ChangedOrder = { status: string; hasLeft: boolean; collectedAt: string | null }

/** Reads the address after `#`, such as `orders/7?status=pending`; anything invalid is dropped. */
export function readAddress(hash: string): OrderView {
  const [path = '', query = ''] = hash.split('?', 2)
  const id = /^orders\/([1-9]\d{0,9})(?![^/])/.exec(path)?.[1]
  return {
    filter: readFilter(Object.fromEntries(new URLSearchParams(query))),
    openId: id ? Number(id) : null,
  }
}

export function readFilter(texts: Record<string, string>): ListFilter {
  const sensible = NAMES.flatMap((name) => {
    const text = texts[name]
    const isSensible = z.safeParse(orderFilter.shape[name], text).success
    return text && isSensible ? [[name, text]] : []
  })
  const filter = z.parse(orderFilter, Object.fromEntries(sensible))
  return texts.sort === 'packing' ? { ...filter, sort: 'packing' } : filter
}

export function addressOf({ filter, openId }: OrderView): string {
  const query = new URLSearchParams(Object.entries(queryOf(filter))).toString()
  return `orders${openId === null ? '' : `/${openId}`}${query && `?${query}`}`
}

export function queryOf(filter: ListFilter): Record<string, string> {
  return { ...narrowingOf(filter), ...(filter.sort ? { sort: filter.sort } : {}) }
}

export function narrowingOf(filter: OrderFilter): Record<string, string> {
  return Object.fromEntries(NAMES.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])))
}

export function withKnownPlace(
  filter: ListFilter,
  places: readonly { key: string }[] | undefined,
): ListFilter {
  const { place, ...rest } = filter
  const isKnown = !place || !places || places.some(({ key }) => key === place)
  return isKnown ? filter : rest
}

export function isNarrow(filter: OrderFilter): boolean {
  return Object.keys(narrowingOf(filter)).length > 0
}
