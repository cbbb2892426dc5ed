import type { Dispatch, SetStateAction } from 'react'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import type { Goods } from '#contract/orders/order-changes.ts'
import { typedDollars } from '#contract/text/typed-numbers.ts'

export type SwappedIn = { productId: number; name: string; units: number; price: string }

export type ChangeForm = {
  units: Record<number, number>
  where: Record<number, Goods>
  swappedIn: SwappedIn[]
  /** The new market day; empty to keep the current one. */
  moveTo: string
  /** Whether what was added to it moves too. */
  takesAlong: boolean
  reason: string
  notifiesBuyer: boolean
}

export type Item = OrderDetail['items'][number]

export type EditedChange = {
  order: OrderDetail
  form: ChangeForm
  onForm: Dispatch<SetStateAction<ChangeForm>>
}

const NO_CHANGE: ChangeForm = {
  units: {},
  where: {},
  swappedIn: [],
  moveTo: '',
  takesAlong: true,
  reason: '',
  notifiesBuyer: true,
}

export function startChange(items: readonly Item[], less: number | null): ChangeForm {
  const item = items.find(({ productId }) => productId === less)
  return item ? { ...NO_CHANGE, units: { [item.productId]: item.standing - 1 } } : NO_CHANGE
}

export function unitsLeft({ units }: ChangeForm, { productId, standing }: Item): number {
  return units[productId] ?? standing
}

export function linesOf(form: ChangeForm, items: readonly Item[]) {
  const went = items.flatMap((item) => {
    const { productId } = item
    const units = unitsLeft(form, item) - item.standing
    return units < 0 ? [{ productId, units, goods: form.where[productId] ?? 'sellable' }] : []
  })
  const came = form.swappedIn.map(({ productId, units, price }) => ({
    productId,
    units,
    price: price.trim(),
  }))
  return [...went, ...came]
}

export function wrongPrice({ price }: SwappedIn): string | null {
  const amount = typedDollars(price)
  return amount === null || amount < 0 ? 'Please enter an amount such as 4.50.' : null
}
