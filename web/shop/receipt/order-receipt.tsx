import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, CalendarPlus, Link, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDollars, sum, toCents } from '#contract/money/money.ts'
import { formatProvided } from '#contract/money/standing.ts'
import { IF_SHORT_CHOICES } from '#contract/orders/if-short.ts'
import { ORDER_STATUS } from '#contract/orders/order-status.ts'
import { formatPass } from '#contract/orders/pickup-pass.ts'
import { calendarPath } from '#contract/orders/receipt-link.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import { keepingOf } from '#contract/products/keeping.ts'
import { farmDates } from '#contract/time/date-format.ts'
import { receiptQuery } from '#web/api/page-queries.ts'
import { useSettings } from '#web/api/shop-queries.ts'
import { PageHead } from '#web/head/page-head.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { ChangeSums } from '#web/ui/change-sums.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { NothingHere } from '#web/ui/nothing-here.tsx'
import { phoneHref } from '#web/ui/phone-href.ts'
import { PriceInDollars } from '#web/ui/price.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { ServerPart } from '#web/ui/server-part.tsx'
import { OrderSums, TaxLines } from '#web/ui/sum-list.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { PlansChanged } from './change-or-cancel.tsx'
import { Destination } from './destination.tsx'
import { OrderAgain } from './order-again.tsx'
import { formatMoneyBack, formatStatus, mailLabel, paymentLabel } from './receipt-labels.ts'

function OrderReceipt({ receipt, secret }: { receipt: Receipt; secret: string }) {
  const isCancelled = receipt.status === 'cancelled'
  const farm = useSettings()('farm_name')
  return (
    <div className="wrap py-8">
      <PageHead
        title={`Order #${receipt.id} – ${farm}`}
        description="Your receipt."
        isListed={false}
      />
      <div className="mx-auto max-w-md">
        <article className="border border-straw bg-card p-5 sm:p-10">
          {isCancelled && (
            <div className="mb-5 rounded-xl bg-beet-pale p-4 text-center text-beet">
              <p className="font-semibold">{formatStatus(receipt)}</p>
              {!receipt.testMode && <p>{formatMoneyBack(receipt)}</p>}
            </div>
          )}
          <Heading receipt={receipt} />
          {!isCancelled && (
            <Section>
              <Destination receipt={receipt} secret={secret} />
              <PickupPass receipt={receipt} />
            </Section>
          )}
          <Section>
            <ReceiptLines receipt={receipt} />
          </Section>
          {receipt.mayCancelUntil && (
            <PlansChanged receipt={receipt} secret={secret} until={receipt.mayCancelUntil} />
          )}
          {!isCancelled && <Keeping categories={receipt.categories} />}
          {receipt.notes && (
            <Section>
              <h2 className="text-lg">Your note</h2>
              <p className="whitespace-pre-line wrap-anywhere">{receipt.notes}</p>
            </Section>
          )}
          {!isCancelled && receipt.ifShort && (
            <Section>
              <h2 className="text-lg">If we run out of something</h2>
              <p>{IF_SHORT_CHOICES[receipt.ifShort]}</p>
            </Section>
          )}
          <Questions receipt={receipt} />
        </article>
        {/* Not printed, like every footer. */}
        <footer>
          <TornEdge />
        </footer>
        <RememberReceipt receipt={receipt} secret={secret} />
      </div>
    </div>
  )
}

function Heading({ receipt }: { receipt: Receipt }) {
  const setting = useSettings()
  const { formatFullDate } = farmDates(setting('time_zone'))
  return (
    <div className="mb-5 grid justify-items-center gap-2 text-center">
      <p className="inline-flex flex-wrap items-center justify-center gap-2.5 font-serif text-lg font-semibold text-leaf-deep">
        <Logo url={setting('farm_logo')} /> {setting('farm_name')}
      </p>
      <h1 tabIndex={-1} className="mt-2 text-4xl outline-none sm:text-5xl">
        Order #{receipt.id}
      </h1>
      <p className="text-bark-deep">{formatFullDate(receipt.createdAt)}</p>
      <p className="wrap-anywhere">
        {receipt.status === 'cancelled'
          ? `For ${receipt.customerName}`
          : `Thank you, ${receipt.customerName}. ${formatStatus(receipt)}`}
      </p>
      <p className="flex flex-wrap justify-center gap-2 *:whitespace-normal!">
        <Badge variant={receipt.paymentStatus === 'completed' ? 'default' : 'secondary'}>
          {paymentLabel(receipt)}
        </Badge>
        {receipt.testMode && <Badge variant="secondary">Test order – no money was taken.</Badge>}
      </p>
      {receipt.confirmation && <Mailed confirmation={receipt.confirmation} />}
    </div>
  )
}

function Mailed({ confirmation }: { confirmation: NonNullable<Receipt['confirmation']> }) {
  const [before, after] = mailLabel(confirmation)
  return (
    <p className="wrap-anywhere text-bark-deep">
      {before} <strong>{confirmation.to}</strong> {after}
    </p>
  )
}

function Keeping({ categories }: Pick<Receipt, 'categories'>) {
  const tips = keepingOf(categories)
  if (tips.length === 0) return null
  return (
    // Not printed, like every footer.
    <footer className="border-t border-dashed border-bark py-5">
      <h2 className="text-lg">How to keep it</h2>
      <ul>
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </footer>
  )
}

function Section({ children }: { children: ReactNode }) {
  return <section className="border-t border-dashed border-bark py-5">{children}</section>
}

function Questions({ receipt: { status } }: { receipt: Receipt }) {
  const setting = useSettings()
  const phone = setting('contact_phone')
  const email = setting('contact_email')
  if (!phone && !email) return null
  return (
    <Section>
      <div className="text-center">
        <h2 className="text-lg">
          {ORDER_STATUS[status].isToPack
            ? 'Questions about your order, or a change?'
            : 'Questions about your order?'}
        </h2>
        <p className="flex flex-wrap justify-center gap-x-6">
          {phone && (
            <TextLink href={phoneHref(phone)} className="wrap-anywhere">
              {phone}
            </TextLink>
          )}
          {email && (
            <TextLink href={`mailto:${email}`} className="wrap-anywhere">
              {email}
            </TextLink>
          )}
        </p>
      </div>
    </Section>
  )
}

/** Twenty-four teeth across, starting above the slip to cover its straight edge. */
const TEETH = `M0 -1v1${'l5 9l5 -9'.repeat(24)}v-1`

function TornEdge() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 240 10"
      preserveAspectRatio="none"
      overflow="visible"
      className="block h-3.5 w-full"
    >
      <path d={TEETH} className="fill-card stroke-straw" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

export function ReceiptPage({ lastSegment: secret }: { lastSegment: string }) {
  const { data: receipt } = useSuspenseQuery(receiptQuery(secret))
  const farm = useSettings()('farm_name')
  if (receipt) return <OrderReceipt receipt={receipt} secret={secret} />
  return (
    <NothingHere
      title="Receipt Not Found"
      description={`There is no such receipt at ${farm}.`}
      text="We can’t find that receipt. Please copy the whole link."
    />
  )
}

function PickupPass({ receipt }: { receipt: Receipt }) {
  const { deliveryMethod, status, isHandedOver } = receipt
  if (deliveryMethod !== 'pickup' || status === 'delivered' || isHandedOver) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <ServerPart id="pickup-pass">
        {import.meta.env.SSR && (
          <QrCode
            text={formatPass(receipt)}
            label={`Pickup pass for order ${receipt.id}`}
            size="104px"
          />
        )}
      </ServerPart>
      <p className="flex-1">Show this when you pick up your order.</p>
    </div>
  )
}

/** Other orders in the same box, and one total to pay for all. */
function SameBox({ own, orders }: { own: number; orders: NonNullable<Receipt['sameBox']> }) {
  const due = sum(toCents(Math.max(0, own)), ...orders.map((order) => toCents(order.due)))
  return (
    <p className="mt-3 font-semibold">
      In the same box: order {orders.map(({ id }) => `#${id}`).join(', ')}.
      {due > 0 && ` To pay for all of it: ${formatDollars(due)}.`}
    </p>
  )
}

function ReceiptLines({ receipt }: { receipt: Receipt }) {
  const { items, status, changes = [] } = receipt
  const [total, refunded] = [toCents(receipt.total), toCents(receipt.refunded)]
  return (
    <>
      <h2 className="sr-only">What you bought</h2>
      <ul className="mb-3">
        {items
          .filter(({ quantity }) => quantity > 0)
          .map((item, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: what was agreed never changes, and two lines may read alike
              key={index}
              className="flex flex-wrap justify-between gap-x-4 py-0.5"
            >
              <span className="min-w-0 wrap-anywhere">
                <span className="block font-semibold">{item.name}</span>
                <span className="text-[0.9375rem] text-bark-deep tabular-nums">
                  {item.quantity} × {formatDollars(toCents(item.price))}
                </span>
                {item.weighed && <span className="block text-[0.9375rem]">{item.weighed}</span>}
                {item.standing < item.quantity && status !== 'cancelled' && (
                  <span className="block text-[0.9375rem] font-semibold">
                    {formatProvided(item)}
                  </span>
                )}
              </span>
              <PriceInDollars dollars={item.lineTotal} />
            </li>
          ))}
      </ul>
      <OrderSums order={receipt} />
      <ChangeSums changes={changes} refunded={refunded} total={total} />
      <TaxLines tax={receipt.tax} />
      {receipt.sameBox && <SameBox own={receipt.balance?.due ?? 0} orders={receipt.sameBox} />}
    </>
  )
}

function RememberReceipt({ receipt, secret }: { receipt: Receipt; secret: string }) {
  const canRun = useHydrated()
  return (
    <footer className="mt-6 grid gap-4 text-center">
      <p className="text-bark-deep">This is your receipt. Bookmark it.</p>
      <p className="flex flex-wrap justify-center gap-2">
        {receipt.marketDay && receipt.status !== 'cancelled' && (
          <a href={calendarPath(secret)} className={buttonLook({ variant: 'quiet' })}>
            <CalendarPlus aria-hidden="true" className="size-5" /> Add to calendar
          </a>
        )}
        {canRun && (
          <>
            <Button variant="quiet" onClick={() => window.print()}>
              <Printer aria-hidden="true" className="size-5" /> Print
            </Button>
            <Button variant="quiet" onClick={copyAddress}>
              <Link aria-hidden="true" className="size-5" /> Copy link
            </Button>
          </>
        )}
      </p>
      <p className="flex flex-wrap justify-center gap-2">
        <OrderAgain receipt={receipt} />
        <a href="/#products" className={buttonLook({ variant: 'quiet' })}>
          <ArrowLeft aria-hidden="true" className="size-5" /> Back to the shop
        </a>
      </p>
    </footer>
  )
}

/** Over plain http, browsers have no clipboard. */
async function copyAddress(): Promise<void> {
  const address = window.location.href
  try {
    await navigator.clipboard.writeText(address)
    toast({ title: 'Link copied', description: 'Anyone who has it can see this receipt.' })
  } catch {
    toast({
      title: 'The link couldn’t be copied',
      description: `Please copy it yourself: ${address}`,
    })
  }
}
