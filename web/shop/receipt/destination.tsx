import { House, MapPin } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import {
  AGREE_ON_DAY,
  DAY_IS_CLOSED,
  describeGift,
  formatOrderMore,
  formatPickedUpBy,
} from '#contract/orders/order-destination.ts'
import { ORDER_STATUS } from '#contract/orders/order-status.ts'
import { ADD_TO_ORDER } from '#contract/orders/receipt-link.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import { placeInSentence } from '#contract/settings/seeded-facts.ts'
import { farmDates, formatDay, formatFullDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { useSettings } from '#web/api/shop-queries.ts'
import { startAdding } from '#web/shop/cart/adding-store.ts'
import { MapLink } from '#web/ui/map-link.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

type DestinationProps = { receipt: Receipt; secret: string }

export function Destination({ receipt, secret }: DestinationProps) {
  const { place, pickupName, isGift, deliveryMethod } = receipt
  const isDelivery = deliveryMethod === 'shipping'
  const Icon = isDelivery ? House : MapPin
  return (
    <div className="flex gap-2.5">
      <Icon aria-hidden="true" className="mt-1 size-5 shrink-0 text-leaf" />
      <div className="min-w-0">
        <h2 className="mb-1.5 text-lg">{titleOf(receipt)}</h2>
        {isDelivery && <BuyersAddress receipt={receipt} />}
        <Day receipt={receipt} />
        {place && <Place place={place} />}
        {pickupName && <Note>{formatPickedUpBy(pickupName)}</Note>}
        {isGift && describeGift(receipt).map((text) => <Note key={text}>{text}</Note>)}
        <OrderMore receipt={receipt} secret={secret} />
      </div>
    </div>
  )
}

function titleOf({ deliveryMethod, place }: Receipt): string {
  if (deliveryMethod === 'shipping') return 'Delivery to'
  return place ? `Pickup at ${placeInSentence(place.name)}` : 'Pickup'
}

function BuyersAddress({ receipt }: { receipt: Receipt }) {
  const { shippingAddress: to, customerName, giftTo = customerName } = receipt
  return (
    <>
      <Line>{giftTo}</Line>
      {to && (
        <>
          <Line>{to.address}</Line>
          <Line>
            {to.city}, {to.state} {to.zipCode}
          </Line>
        </>
      )}
    </>
  )
}

function Day({ receipt: { marketDay, status } }: { receipt: Receipt }) {
  const { isToPack } = ORDER_STATUS[status]
  if (!marketDay) return isToPack && <Note>{AGREE_ON_DAY}</Note>
  return (
    <>
      <Line isStrong>{formatFullDay(marketDay.day)}</Line>
      <Line isStrong>{formatHours(marketDay)}</Line>
      {marketDay.isClosed && isToPack && <Note>{DAY_IS_CLOSED}</Note>}
    </>
  )
}

function Place({ place }: { place: NonNullable<Receipt['place']> }) {
  const { address, mapUrl, note } = place
  const pickupNote = useSettings()('pickup_note')
  return (
    <>
      {address && <Line>{address}</Line>}
      {mapUrl && (
        <footer>
          <MapLink
            href={mapUrl}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          />
        </footer>
      )}
      {note && <Note>{note}</Note>}
      {pickupNote && <Note>{pickupNote}</Note>}
    </>
  )
}

function OrderMore({ receipt, secret }: DestinationProps) {
  const timeZone = useSettings()('time_zone')
  const { id, marketDay, status, isHandedOver, confirmation } = receipt
  const today = farmDates(timeZone).dayOf(new Date().toISOString())
  const mayAdd = ORDER_STATUS[status].isToPack && !isHandedOver && confirmation !== null
  const day = mayAdd && marketDay?.takesOrders ? marketDay.day : null
  const add = () =>
    day !== null && startAdding({ secret, label: `order #${id} for ${formatDay(day)}` })
  // Opened by the mailed link.
  useEffect(() => {
    if (window.location.hash !== ADD_TO_ORDER || day === null) return
    add()
    window.location.replace('/#products')
  })
  if (day === null || !marketDay) return null
  return (
    <footer>
      <Note>{formatOrderMore(marketDay, timeZone, { today, writtenOn: today })}</Note>
      <p>
        <TextLink href="/#products" onClick={add}>
          Add to this order
        </TextLink>
      </p>
    </footer>
  )
}

function Line({ isStrong = false, children }: { isStrong?: boolean; children: ReactNode }) {
  return (
    <p className={isStrong ? 'font-semibold' : 'whitespace-pre-line wrap-anywhere'}>{children}</p>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <p className="mt-2 whitespace-pre-line wrap-anywhere">{children}</p>
}
