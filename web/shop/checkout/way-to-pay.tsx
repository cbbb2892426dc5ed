import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDollars, formatMoney, toCents } from '#contract/money/money.ts'
import type { payments } from '#contract/money/payments.ts'
import { formatList } from '#contract/text/format-list.ts'
import type { CartOnScreen } from '#web/shop/cart/cart-store.tsx'
import { ChoiceCard } from '#web/ui/choice-card.tsx'
import { SectionCard } from './section-card.tsx'
import type { DayChoices } from './use-day-choices.ts'

type Way = 'stripe' | 'at_pickup'

type Shown = {
  config: OutputOf<typeof payments.config> | undefined
  isTest: boolean
  cart: CartOnScreen
  days: DayChoices
  /** The place of the order that goods are added to, since none is chosen. */
  at: string | null
}

/** Test cards pay for nothing, so if only they are accepted, pay at pickup comes first. */
export function useWayToPay({ config, isTest, cart, days, at }: Shown) {
  const [chosen, choose] = useState<Way | null>(null)
  const offer = cart.deliveryMethod === 'pickup' && paysThere(days, at) ? config?.atPickup : null
  const isTooMuch = offer ? cart.total > toCents(offer.max) : false
  const usual: Way = isTest ? 'at_pickup' : 'stripe'
  const way: Way = !offer || isTooMuch ? 'stripe' : (chosen ?? usual)
  return { way, choose, offer: offer ?? null, isTooMuch, usual }
}

type WayToPay = ReturnType<typeof useWayToPay>

function paysThere({ calendar, pickup }: DayChoices, at: string | null): boolean {
  if (at !== null) return calendar?.places.find(({ key }) => key === at)?.paysAtPickup === true
  const { option, options } = pickup
  const meant = option ? [option] : options.filter(({ isOpen }) => isOpen)
  return meant.length > 0 && meant.every(({ place }) => place.paysAtPickup === true)
}

type WayFieldsProps = Pick<Shown, 'isTest' | 'cart'> & { ways: WayToPay; isDisabled: boolean }

export function WayFields({ ways, isTest, cart, isDisabled }: WayFieldsProps) {
  const { way, choose, offer, isTooMuch, usual } = ways
  if (!offer) return null
  const most = formatMoney(offer.max)
  const card = (
    <ChoiceCard
      key="stripe"
      name="wayToPay"
      value="stripe"
      label={isTest ? 'Test card' : 'Card'}
      note={isTest ? 'Only to try the shop: no money is taken' : 'Now, online'}
      checked={way === 'stripe'}
      onChoose={() => choose('stripe')}
    />
  )
  const atPickup = (
    <ChoiceCard
      key="at_pickup"
      name="wayToPay"
      value="at_pickup"
      label="At pickup"
      note={isTooMuch ? `For orders up to ${most}` : `By ${formatList(offer.ways)}`}
      disabled={isTooMuch}
      checked={way === 'at_pickup'}
      onChoose={() => choose('at_pickup')}
    />
  )
  return (
    <SectionCard title="Payment">
      <fieldset disabled={isDisabled}>
        <legend className="sr-only">How do you want to pay?</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
          {usual === 'stripe' ? [card, atPickup] : [atPickup, card]}
        </div>
      </fieldset>
      <p aria-live="polite">
        {way === 'at_pickup' && (
          <span className="mt-3 block text-bark-deep">
            {`You pay ${formatDollars(cart.total)} when you pick it up.${offer.needsLink ? ' We email you a link first; open it and press the button to place your order.' : ''}`}
          </span>
        )}
      </p>
    </SectionCard>
  )
}
