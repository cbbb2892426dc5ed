import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type DeliveryTerms, FREE_TERMS } from '#contract/calendar/delivery.ts'
import { formatAddress } from '#contract/orders/order-destination.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { receiptQuery } from '#web/api/page-queries.ts'
import { addingTo, stopAdding } from '#web/shop/cart/adding-store.ts'
import type { CartOnScreen } from '#web/shop/cart/cart-store.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from './section-card.tsx'
import type { DayChoices } from './use-day-choices.ts'
import type { Fields } from './use-fields.ts'

type Adding = { secret: string; receipt: Receipt; stop: () => void }

/** The order that this tab adds to, as it stands; undefined while it is read. */
export function useAdding(): Adding | null | undefined {
  const [order, setOrder] = useState(addingTo)
  const secret = order?.secret ?? ''
  const { data, isPending } = useQuery({ ...receiptQuery(secret), enabled: order !== null })
  if (!order) return null
  if (isPending) return undefined
  const stop = () => {
    stopAdding()
    setOrder(null)
  }
  return data ? { secret, receipt: data, stop } : null
}

/** The day isn't chosen here, so there is never news of it. */
export function daysOfAdding(adding: Adding, { calendar }: Pick<DayChoices, 'calendar'>) {
  const [when, closed] = [whenOf(adding), calendar?.pause ?? null]
  return { when, closed, news: null, accept: () => null, isAgreedOn: false }
}

type Form = {
  cart: Pick<CartOnScreen, 'deliveryMethod' | 'setDeliveryMethod'>
  fields: Fields
}

/** Takes over its delivery method and name, so that the buyer needn't choose them again. */
export function useFirstOrder(adding: Adding | null | undefined, { cart, fields }: Form): void {
  const { deliveryMethod, customerName } = adding?.receipt ?? {}
  const method = deliveryMethod === 'shipping' ? 'delivery' : 'pickup'
  const isSame = deliveryMethod === undefined || cart.deliveryMethod === method
  const isNamed = customerName === undefined || fields.typed('customerName') !== undefined
  useEffect(() => {
    if (!isSame) cart.setDeliveryMethod(method)
    if (!isNamed) fields.type('customerName', customerName)
  })
}

export function termsOfAdding({ receipt: { shippingAddress: to } }: Adding): DeliveryTerms | null {
  return to && { ...FREE_TERMS, zip: to.zipCode }
}

function whenOf({ receipt: { deliveryMethod, marketDay, place } }: Adding): string {
  const day = marketDay && `${formatDay(marketDay.day)}, ${formatHours(marketDay)}`
  const way = deliveryMethod === 'shipping' ? 'Delivery' : 'Pickup'
  return [`${way}: ${day ?? 'on the day we agreed on'}`, place?.name].filter(Boolean).join(', ')
}

/** Replaces the choice of a day: day, place and address are the first order's. */
export function AddingFields({ adding }: { adding: Adding }) {
  const { id, marketDay, shippingAddress: to } = adding.receipt
  const option = marketDay ? `${marketDay.placeKey}/${marketDay.day}` : ''
  const facts = {
    addTo: adding.secret,
    ...(to ? { ...to, deliveryDay: option } : { pickupLocation: option }),
  }
  return (
    <SectionCard title={`Adding to order #${id}`}>
      {Object.entries(facts).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="font-semibold">{whenOf(adding)}</p>
      {to && <p>{formatAddress(to)}</p>}
      <p className="mt-2">
        It comes in the same box, with no extra fee. Please use the email of order #{id}.
      </p>
      <Button variant="quiet" className="mt-3" onClick={adding.stop}>
        Make it a separate order
      </Button>
    </SectionCard>
  )
}
