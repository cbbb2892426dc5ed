import { useQuery } from '@tanstack/react-query'
import { formatDollars, sum, times, toCents, toDollars } from '#contract/money/money.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import { phoneOrders } from '#contract/orders/phone-orders.ts'
import { type Product, products } from '#contract/products/products.ts'
import { call, query } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { CONCERNED } from '../calendar/calendar-query.ts'
import { useDraft, useDraftBook } from '../shared/dialog-at.tsx'
import { useChange } from '../shared/use-change.ts'
import { REFRESHED } from './orders-query.ts'

type AddedLine = { product: Product; units: number }

export type Addition = ReturnType<typeof useAddition>

const NOTHING: Record<string, number> = {}

/** Goods that come to an order as one of their own, in its box and paid at pickup. */
export function useAddition(id: number) {
  const book = useDraftBook(`orders/${id}/add`, 'customers')
  const [uuid, setUuid] = useDraft('id', newUuid, book)
  const [units, setUnits] = useDraft('units', NOTHING, book)
  const onSale = useQuery(query(products.list)).data ?? []
  const lines = onSale.flatMap((product): AddedLine[] => {
    const many = units[product.id] ?? 0
    return many > 0 ? [{ product, units: many }] : []
  })
  const total = sum(...lines.map(({ product, units }) => times(toCents(product.price), units)))
  const clear = () => {
    book.forget()
    setUnits(NOTHING)
    setUuid(newUuid())
  }
  const save = useChange({
    send: async (order: OrderDetail) => {
      const items = lines.map(({ product, units }) => ({
        productId: product.id,
        quantity: units,
        price: product.price,
      }))
      const body = {
        id: uuid,
        addTo: order.id,
        customerName: order.customerName,
        items,
        marketDayId: order.marketDay?.id ?? null,
        total: toDollars(total),
        paidBy: null,
      }
      const { id } = await call(phoneOrders.place, { body })
      return { id, total }
    },
    done: (placed) => ({
      title: `Added to order #${id}`,
      description: `${formatDollars(placed.total)}, pay at pickup: order #${placed.id}, in the same box.`,
    }),
    failed: 'Nothing was added',
    refreshes: [...REFRESHED, ...CONCERNED],
    onDone: clear,
  })
  return {
    onSale,
    lines,
    total,
    save,
    clear,
    unitsOf: (productId: number) => units[productId] ?? 0,
    step: (productId: number, by: 1 | -1) =>
      setUnits((now) => ({ ...now, [productId]: Math.max(0, (now[productId] ?? 0) + by) })),
  }
}
