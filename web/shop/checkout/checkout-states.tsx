import { useEffect } from 'react'
import { useSettings } from '#web/api/shop-queries.ts'
import emptyCrate from '#web/drawings/empty-crate.svg?no-inline'
import { buttonLook } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { carryOpenToast } from '#web/ui/toast-store.ts'
import { EarlyFields } from './contact-fields.tsx'
import { SectionCard } from './section-card.tsx'

export function CheckoutSkeleton() {
  const phone = useSettings()('contact_phone')
  return (
    <div className="wrap py-8">
      <h1 className="text-[2rem] sm:text-[2.5rem]">Checkout</h1>
      <noscript>
        <p className="mt-4">
          To pay here, please turn on JavaScript{phone && `, or call us: ${phone}`}.
        </p>
      </noscript>
      <div aria-busy="true" className="mt-6 grid items-start gap-6 lg:grid-cols-[1fr_25rem]">
        <div className="grid gap-6">
          <DeliverySkeleton />
          <EarlyFields />
        </div>
        <SectionCard title="Order summary">
          <Outlines heights={['h-13', 'h-18', 'h-14']} />
        </SectionCard>
      </div>
    </div>
  )
}

export function DeliverySkeleton() {
  return (
    <SectionCard title="Pickup or delivery">
      <Outlines heights={['h-18', 'h-64 sm:h-41', 'h-61 sm:h-41']} />
    </SectionCard>
  )
}

function Outlines({ heights }: { heights: readonly string[] }) {
  return (
    <div className="grid gap-4">
      {heights.map((height, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <Skeleton key={place} className={height} />
      ))}
    </div>
  )
}

/** Others bought everything in the cart. A buyer about to pay is told, not sent away. */
export function SoldOutSince({ changes }: { changes: readonly string[] }) {
  return (
    <section
      className="wrap grid justify-items-center gap-4 py-20 text-center sm:py-28"
      aria-live="assertive"
    >
      <img src={emptyCrate} alt="" width={160} height={110} className="w-44" />
      <h1 className="text-4xl sm:text-5xl">Someone beat you to it</h1>
      {changes.map((change) => (
        <p key={change} className="max-w-[44ch] text-bark-deep">
          {change}
        </p>
      ))}
      <p>Nothing was charged.</p>
      <a href="/#products" className={buttonLook({}, 'mt-2')}>
        Back to the shop
      </a>
    </section>
  )
}

/** An empty cart leads home (specification, section 2), where a toast says what emptied it. */
export function NothingToPay() {
  useEffect(() => {
    carryOpenToast()
    window.location.replace('/')
  }, [])
  return <CheckoutSkeleton />
}
