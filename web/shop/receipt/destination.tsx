import { House, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  AGREE_ON_DAY,
  DAY_IS_CLOSED,
  formatOrderMore,
  formatPickedUpBy,
  IS_GIFT,
} from '#contract/orders/order-destination.ts'
import { ORDER_STATUS } from '#contract/orders/order-status.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import { placeInSentence } from '#contract/settings/seeded-facts.ts'
import { farmDates, formatFullDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { useSettings } from '#web/api/shop-queries.ts'
import { requestDay } from '#web/shop/cart/day-store.ts'
import { handOverMethod } from '#web/shop/cart/method-store.ts'
import { TextLink } from '#web/ui/text-link.tsx'

export function Destination({ receipt }: { receipt: Receipt }) {
  const { place, pickupName, isGift, deliveryMethod } = receipt
  const isDelivery = deliveryMethod === 'shipping'
  return (
    <Section icon={isDelivery ? <House /> : <MapPin />} title={titleOf(receipt)}>
      {isDelivery && <BuyersAddress receipt={receipt} />}
      <Day receipt={receipt} />
      {place && <Place place={place} />}
      {pickupName && <Note>{formatPickedUpBy(pickupName)}</Note>}
      {isGift && <Note>{IS_GIFT}</Note>}
      <OrderMore receipt={receipt} />
    </Section>
  )
}

function titleOf({ deliveryMethod, place }: Receipt): string {
  if (deliveryMethod === 'shipping') return 'Delivery to'
  return place ? `Pickup at ${placeInSentence(place.name)}` : 'Pickup'
}

function BuyersAddress({ receipt: { shippingAddress: to, customerName } }: { receipt: Receipt }) {
  return (
    <>
      <Line>{customerName}</Line>
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
        <p>
          <TextLink href={mapUrl}>Map</TextLink>
        </p>
      )}
      {note && <Note>{note}</Note>}
      {pickupNote && <Note>{pickupNote}</Note>}
    </>
  )
}

function OrderMore({ receipt }: { receipt: Receipt }) {
  const timeZone = useSettings()('time_zone')
  const { marketDay, status } = receipt
  const today = farmDates(timeZone).dayOf(new Date().toISOString())
  if (!marketDay?.takesOrders || !ORDER_STATUS[status].isToPack) return null
  return (
    // Not printed, like every footer.
    <footer>
      <Note>{formatOrderMore(marketDay, timeZone, { today, writtenOn: today })}</Note>
      <p>
        <TextLink href="/#products" onClick={() => requestSameDay(receipt)}>
          Order more for this day
        </TextLink>
      </p>
    </footer>
  )
}

function requestSameDay({ deliveryMethod, marketDay }: Receipt): void {
  if (!marketDay) return
  const isDelivery = deliveryMethod === 'shipping'
  if (isDelivery) handOverMethod('delivery')
  const { placeKey, day } = marketDay
  requestDay({ scope: isDelivery ? placeKey : 'pickup', value: `${placeKey}/${day}` })
}

type SectionProps = { icon: ReactNode; title: string; children?: ReactNode }

function Section({ icon, title, children }: SectionProps) {
  return (
    <div className="flex gap-2.5">
      <span aria-hidden="true" className="mt-1 shrink-0 text-leaf [&>svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0">
        <h2 className="mb-1.5 text-lg">{title}</h2>
        {children}
      </div>
    </div>
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
