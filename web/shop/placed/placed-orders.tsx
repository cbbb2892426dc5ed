import { X } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import type { Receipt } from '#contract/receipts.ts'
import { ApiFailure } from '#web/api/request.ts'
import { useSettings } from '#web/api/shop-queries.ts'
import { PLACED_ORDERS } from '#web/shop/cart/placed-room-store.ts'
import {
  changePlaced,
  forgetPlaced,
  type PlacedOrder,
  placedOrders,
  rememberRoom,
} from '#web/shop/cart/placed-store.ts'
import { announce } from '#web/ui/announcer.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { PlacedFacts } from './placed-facts.tsx'
import { isOver, placedTitle } from './placed-text.ts'
import { usePlacedReceipt } from './use-placed-receipt.ts'

/** The orders that this browser placed, each until it is put away or its day is over. */
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
    setOrders(placedOrders())
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
            announce(`Order #${order.id} was put away.`)
            document.getElementById('home')?.focus({ preventScroll: true })
          }}
          onShown={() => rememberRoom(window.innerWidth, heightOf(place))}
        />
      ))}
    </div>
  )
}

/** Of the cards with what is around them, not of the room that was made for them. */
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
  return (
    <Card order={order} receipt={data ?? null} onDismiss={onDismiss}>
      {data ? (
        <PlacedFacts receipt={data} order={order} />
      ) : (
        <Waiting receiptUrl={receiptUrl} isFailed={error !== null} />
      )}
    </Card>
  )
}

type CardProps = {
  order: PlacedOrder
  receipt: Receipt | null
  onDismiss: () => void
  children: ReactNode
}

function Card({ order, receipt, onDismiss, children }: CardProps) {
  const isCancelled = receipt?.status === 'cancelled'
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
          {receipt ? placedTitle(receipt) : `Order #${order.id} is placed`}
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
      {children}
    </section>
  )
}

/** Who just paid is led to the news; who came back, or is at something already, is left alone. */
function focusOnce(heading: HTMLElement | null, { isNew, receiptUrl }: PlacedOrder): void {
  if (!heading || !isNew) return
  changePlaced(receiptUrl, { isNew: false })
  if (document.activeElement === document.body) heading.focus({ preventScroll: true })
}

function Waiting({ receiptUrl, isFailed }: { receiptUrl: string; isFailed: boolean }) {
  if (!isFailed) return <p className="px-4 py-3 text-bark-deep">One moment …</p>
  return (
    <div className="px-4 py-3">
      <p className="mb-3 text-bark-deep">When and where could not be loaded right now.</p>
      <a href={receiptUrl} className={buttonLook()}>
        See receipt
      </a>
    </div>
  )
}
