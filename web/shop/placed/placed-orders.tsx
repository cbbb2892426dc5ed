import { useQuery } from '@tanstack/react-query'
import { CalendarDays, CalendarPlus, House, Mail, MapPin, Package, X } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { formatMoney } from '#contract/money/money.ts'
import { AGREE_ON_DAY, DAY_IS_CLOSED, formatAddress } from '#contract/orders/order-destination.ts'
import { ORDER_STATUS } from '#contract/orders/order-status.ts'
import { calendarPath, ORDER_AGAIN } from '#contract/orders/receipt-link.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import { firstName } from '#contract/people/person-name.ts'
import { farmInstant, formatFullDay, formatLongDay } from '#contract/time/date-format.ts'
import { DAY } from '#contract/time/durations.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { receiptQuery } from '#web/api/page-queries.ts'
import { ApiFailure } from '#web/api/request.ts'
import { mailsAreSentQuery, useSettings } from '#web/api/shop-queries.ts'
import {
  changePlaced,
  type PlacedOrder,
  placedOrders,
  rememberRoom,
} from '#web/shop/cart/placed-store.ts'
import { forgetPlaced, PLACED_ORDERS } from '#web/shop/cart/recent-orders-store.ts'
import {
  formatMoneyBack,
  formatStatus,
  mailLabel,
  PAYMENT_LABELS,
  paymentLabel,
} from '#web/shop/receipt/receipt-labels.ts'
import { announce } from '#web/ui/announcer.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { MapLink } from '#web/ui/map-link.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'

export function PlacedOrders({ place }: { place: HTMLElement }) {
  const [orders, setOrders] = useState(placedOrders)
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => key === PLACED_ORDERS && setOrders(placedOrders())
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])
  useLayoutEffect(() => {
    place.hidden = orders.length === 0
  }, [place, orders])
  const forget = (order: PlacedOrder) => {
    forgetPlaced(order.receiptUrl)
    place.style.minHeight = '0'
  }
  return (
    <div className="grid content-start gap-3 pb-3">
      {orders.map((order) => (
        <OnePlaced
          key={order.receiptUrl}
          order={order}
          onOver={() => forget(order)}
          onDismiss={() => {
            forget(order)
            announce(`Order #${order.id} was dismissed.`)
            document.getElementById('home')?.focus({ preventScroll: true })
          }}
          onShown={() => rememberRoom(window.innerWidth, heightOf(place))}
        />
      ))}
    </div>
  )
}

function heightOf(place: HTMLElement): number {
  const cards = place.firstElementChild
  if (!cards) return 0
  return Math.ceil(cards.getBoundingClientRect().bottom - place.getBoundingClientRect().top)
}

type OnePlacedProps = {
  order: PlacedOrder
  onOver: () => void
  onDismiss: () => void
  onShown: () => void
}

function OnePlaced({ order, onOver, onDismiss, onShown }: OnePlacedProps) {
  const { receiptUrl } = order
  const timeZone = useSettings()('time_zone')
  const { data, error } = usePlacedReceipt(receiptUrl)
  const isGone = error instanceof ApiFailure && error.status === 404
  const isPast = data ? isOver(order, data, { now: new Date(), timeZone }) : isGone
  useEffect(() => {
    if (isPast) onOver()
    else if (data) onShown()
  }, [isPast, data, onOver, onShown])
  useEffect(() => {
    if (!data || order.day !== undefined) return
    changePlaced(receiptUrl, { day: data.marketDay?.day ?? null })
  }, [data, order.day, receiptUrl])
  if (isPast) return null
  const isCancelled = data?.status === 'cancelled'
  const titleId = `placed-${order.id}`
  return (
    <section
      aria-labelledby={titleId}
      className={`overflow-hidden rounded-2xl border-2 bg-card ${isCancelled ? 'border-beet' : 'border-leaf'}`}
    >
      <div
        className={`flex items-center justify-between gap-3 py-1 pr-1 pl-4 ${isCancelled ? 'bg-beet text-on-beet' : 'bg-leaf text-on-leaf'}`}
      >
        <h2
          id={titleId}
          tabIndex={-1}
          ref={(heading) => focusOnce(heading, order)}
          className="py-1 text-xl outline-none sm:text-2xl"
        >
          {data ? placedTitle(data) : `Order #${order.id} is in`}
        </h2>
        <button
          type="button"
          onClick={onDismiss}
          aria-label={`Dismiss order #${order.id}`}
          className={buttonLook({ size: 'icon', variant: isCancelled ? 'danger' : 'primary' })}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      {data ? (
        <PlacedFacts receipt={data} order={order} />
      ) : error ? (
        <div className="px-4 py-3">
          <p className="mb-3 text-bark-deep">We couldn’t load the time and place right now.</p>
          <a href={receiptUrl} className={buttonLook()}>
            See receipt
          </a>
        </div>
      ) : (
        <p className="px-4 py-3 text-bark-deep">One moment…</p>
      )}
    </section>
  )
}

/** Leads whoever just paid to the news; anyone who came back or is already busy is left alone. */
function focusOnce(heading: HTMLElement | null, { isNew, receiptUrl }: PlacedOrder): void {
  if (!heading || !isNew) return
  changePlaced(receiptUrl, { isNew: false })
  if (document.activeElement === document.body) heading.focus({ preventScroll: true })
}

/** How often, and how many ms apart, to check for the confirmation email; never without email. */
const MAX_LOOKS = 5
const NEXT_LOOK = 4000

/** Refetched whenever someone returns to the page: the order may have been moved or canceled. */
function usePlacedReceipt(receiptUrl: string) {
  const receipt = receiptQuery(receiptUrl.slice('/o/'.length))
  const isWaiting = useQuery({ ...receipt, enabled: false }).data?.confirmation?.state === 'waiting'
  const mails = useQuery({ ...mailsAreSentQuery, enabled: isWaiting })
  const isOnItsWay = isWaiting && mails.data?.areSent === true
  return useQuery({
    ...receipt,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { dataUpdateCount, errorUpdateCount } }) =>
      isOnItsWay && dataUpdateCount + errorUpdateCount < MAX_LOOKS && NEXT_LOOK,
  })
}

type PlacedFactsProps = { receipt: Receipt; order: PlacedOrder }

function PlacedFacts({ receipt, order }: PlacedFactsProps) {
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
        <a
          href={order.receiptUrl + ORDER_AGAIN}
          className={buttonLook({ variant: 'quiet' }, 'grow')}
        >
          Order again
        </a>
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
          {place?.address && place.mapUrl && '\u00a0· '}
          {place?.mapUrl && (
            <MapLink
              href={place.mapUrl}
              className="relative font-semibold text-leaf underline underline-offset-4 after:absolute after:-inset-3"
            />
          )}
        </Fact>
      )}
    </>
  )
}

function Moved({ from, to }: { from: string | null | undefined; to: string }) {
  if (!from || from === to) return null
  return <Note>We moved it. It was for {formatFullDay(from)}.</Note>
}

function MailFact({ receipt }: { receipt: Receipt }) {
  const { confirmation } = receipt
  const [before, after] = confirmation ? mailLabel(confirmation) : ['', '']
  const phone = useSettings()('contact_phone')
  return (
    <Fact icon={<Mail />}>
      {confirmation && (
        <span className="block wrap-anywhere">
          {before} <strong>{confirmation.to}</strong> {after}
          {phone && isComing(receipt) && (
            <span className="block text-bark-deep">
              Wrong address? Call <PhoneLink number={phone} />
            </span>
          )}
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

/** How long the home page shows a delivery whose day is agreed by phone, in ms. */
const WITHOUT_DAY = 7 * DAY

function isOver(
  { at }: PlacedOrder,
  { marketDay }: Receipt,
  { now, timeZone }: { now: Date; timeZone: string },
): boolean {
  if (!marketDay) return now.getTime() - at > WITHOUT_DAY
  const end = farmInstant(`${marketDay.day}T23:59`, timeZone)
  return end !== null && now.toISOString() > end
}

function placedTitle({ id, status, deliveryMethod, customerName }: Receipt): string {
  if (status === 'cancelled') return `Order #${id} was canceled`
  if (status !== 'delivered') return `Thanks, ${firstName(customerName)}! Order #${id} is in.`
  return deliveryMethod === 'pickup' ? `Order #${id} was picked up` : `Order #${id} was delivered`
}

function placedNews(receipt: Receipt): string {
  if (receipt.status !== 'cancelled') return formatStatus(receipt)
  return receipt.testMode ? 'It was a test order: no money was taken.' : formatMoneyBack(receipt)
}

/** `Paid $21.50 by card. Nothing more to pay.` */
function paidSentence(receipt: Receipt): string {
  const { testMode, paymentStatus, total, refunded, balance } = receipt
  if (balance) return `${paymentLabel(receipt)}.`
  if (testMode) return 'Test order – no money was taken.'
  const sum = formatMoney(total)
  if (paymentStatus === 'completed') return `Paid ${sum} by card. Nothing more to pay.`
  const back = refunded > 0 ? `: ${formatMoney(refunded)} of ${sum}` : ''
  return `${PAYMENT_LABELS[paymentStatus]}${back}.`
}

function isComing({ status }: Receipt): boolean {
  return !ORDER_STATUS[status].isOver
}
