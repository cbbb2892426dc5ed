import { CalendarDays, CalendarPlus, House, Mail, MapPin, Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatFullDay, formatLongDay } from '#contract/date-format.ts'
import { AGREE_ON_DAY, DAY_IS_CLOSED, formatAddress } from '#contract/destination.ts'
import { calendarPath } from '#contract/receipt-link.ts'
import type { Receipt } from '#contract/receipts.ts'
import { formatHours } from '#contract/wall-time.ts'
import type { PlacedOrder } from '#web/shop/cart/placed-store.ts'
import { mailLabel } from '#web/shop/receipt/receipt-labels.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { isComing, paidSentence, placedNews } from './placed-text.ts'

type PlacedFactsProps = { receipt: Receipt; order: PlacedOrder }

export function PlacedFacts({ receipt, order }: PlacedFactsProps) {
  const hasCalendar = receipt.marketDay !== null && isComing(receipt)
  return (
    <div className="px-4 pt-1 pb-4 md:flex md:items-end md:gap-6">
      <div className="grow divide-y divide-straw md:grid md:grid-cols-2 md:gap-x-6 md:divide-y-0">
        {isComing(receipt) ? (
          <Coming receipt={receipt} order={order} />
        ) : (
          <Fact icon={<Package />}>{placedNews(receipt)}</Fact>
        )}
        <MailFact receipt={receipt} />
      </div>
      <p className="flex shrink-0 flex-wrap gap-2 pt-1 md:flex-col md:pb-2">
        <a href={order.receiptUrl} className={buttonLook({}, 'grow')}>
          See receipt
        </a>
        {hasCalendar && (
          <a
            href={calendarPath(order.receiptUrl.slice('/o/'.length))}
            className={buttonLook({ variant: 'quiet' }, 'grow')}
          >
            <CalendarPlus aria-hidden="true" className="size-5" /> Add to calendar
          </a>
        )}
      </p>
    </div>
  )
}

function Coming({ receipt, order }: PlacedFactsProps) {
  const { marketDay, shippingAddress, place } = receipt
  return (
    <>
      <Fact icon={<CalendarDays />}>
        {marketDay ? (
          <>
            <strong className="block">{formatLongDay(marketDay.day)}</strong>
            {formatHours(marketDay)}
            <Moved from={order.day} to={marketDay.day} />
            {marketDay.isClosed && <Note>{DAY_IS_CLOSED}</Note>}
          </>
        ) : (
          AGREE_ON_DAY
        )}
      </Fact>
      {receipt.deliveryMethod === 'shipping' ? (
        <Fact icon={<House />}>
          <strong className="block">Delivery to</strong>
          {shippingAddress && formatAddress(shippingAddress)}
        </Fact>
      ) : (
        <Fact icon={<MapPin />}>
          <strong className="block">{place?.name ?? 'Pickup'}</strong>
          {place?.address}
          {place?.address && place.mapUrl && ' · '}
          {place?.mapUrl && (
            <a
              href={place.mapUrl}
              className="relative font-semibold text-leaf underline underline-offset-4 after:absolute after:-inset-3"
            >
              Map
            </a>
          )}
        </Fact>
      )}
    </>
  )
}

/** Of an order whose day is another one than when it was placed. */
function Moved({ from, to }: { from: string | null | undefined; to: string }) {
  if (!from || from === to) return null
  return <Note>We moved it. It was for {formatFullDay(from)}.</Note>
}

function MailFact({ receipt }: { receipt: Receipt }) {
  const { confirmation } = receipt
  const [before, after] = confirmation ? mailLabel(confirmation) : ['', '']
  return (
    <Fact icon={<Mail />}>
      {confirmation && (
        <span className="block wrap-anywhere">
          {before} <strong>{confirmation.to}</strong> {after}
        </span>
      )}
      {receipt.status !== 'cancelled' && (
        <span className="block text-bark-deep">{paidSentence(receipt)}</span>
      )}
    </Fact>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex gap-3 py-2 leading-snug">
      <span aria-hidden="true" className="mt-0.5 shrink-0 text-leaf [&>svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0 grow wrap-anywhere">{children}</div>
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <span className="mt-1 block rounded-lg bg-yolk-pale px-2 py-1 font-semibold">{children}</span>
  )
}
