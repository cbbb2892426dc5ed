import type { ReactNode, Ref } from 'react'
import { capitalized } from '#web/ui/capitalized.ts'
import { ChoiceCard } from '#web/ui/choice-card.tsx'
import type { CartOnScreen } from './cart-store.tsx'
import { useDeliveryHint } from './delivery-hint.ts'

type DeliveryChoiceProps = {
  ref?: Ref<HTMLFieldSetElement>
  name: string
  cart: CartOnScreen
  canDeliver: boolean
  /** Leaves out the area and that pickup has no minimum. */
  isBrief?: boolean
  children?: ReactNode
}

export function DeliveryChoice(props: DeliveryChoiceProps) {
  const { ref, name, cart, canDeliver, isBrief = false, children } = props
  const { deliveryMethod, setDeliveryMethod } = cart
  const { fee, area } = useDeliveryHint(cart)
  const delivery = [capitalized(fee), !isBrief && area].filter(Boolean).join(', ')
  return (
    <fieldset ref={ref}>
      <legend className="sr-only">Pickup or delivery?</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
        <ChoiceCard
          name={name}
          label="Pickup"
          note={isBrief ? 'Free' : 'Free, no minimum'}
          checked={deliveryMethod === 'pickup'}
          onChoose={() => setDeliveryMethod('pickup')}
        />
        <ChoiceCard
          name={name}
          label="Delivery"
          note={area === null ? 'Not right now' : delivery}
          checked={deliveryMethod === 'delivery'}
          disabled={!canDeliver || area === null}
          onChoose={() => setDeliveryMethod('delivery')}
        />
      </div>
      {children}
    </fieldset>
  )
}
