import { MailCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { CartOnScreen } from '#web/shop/cart/cart-store.tsx'
import { Button } from '#web/ui/button.tsx'
import { OrderGlance } from './order-summary.tsx'

type CheckEmailProps = {
  /** Where the link went, and until when it works. */
  message: string
  cart: CartOnScreen
  onOtherAddress: () => void
  /** Null if only test cards are accepted. */
  onCard: (() => void) | null
}

/** Nothing is ordered yet, and the cart stays. */
export function CheckEmail({ message, cart, onOtherAddress, onCard }: CheckEmailProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    window.scrollTo(0, 0)
  }, [])
  return (
    <section className="checkout wrap grid max-w-md gap-4 py-8">
      <h1 ref={heading} tabIndex={-1} className="text-[2rem] outline-none sm:text-[2.5rem]">
        Check your email
      </h1>
      <div
        role="status"
        className="flex gap-3 rounded-2xl border border-straw bg-sprout p-4.5 text-[1.0625rem]"
      >
        <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
        <p>
          {message} <span>Until then nothing is set aside for you.</span>
        </p>
      </div>
      <p className="text-bark-deep">
        This page moves on by itself once you press the button there, on any device. No email? Check
        your spam folder.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={onOtherAddress}>
          Change the address
        </Button>
        {onCard && (
          <Button variant="quiet" onClick={onCard}>
            Pay by card instead
          </Button>
        )}
      </div>
      <OrderGlance cart={cart} />
    </section>
  )
}
