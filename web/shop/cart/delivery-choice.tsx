import { Store, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { DELIVERY_FEE, type DeliveryMethod } from '#contract/delivery.ts'
import { formatDollars } from '#contract/money.ts'
import { ChoiceCard } from '#web/ui/choice-card.tsx'
import { useCart } from './cart-store.tsx'

export function DeliveryChoice() {
  const { canDeliver, deliveryHint } = useCart()
  return (
    <fieldset className="mt-5 grid gap-3">
      <legend className="mb-2 font-semibold">How would you like to get it?</legend>
      <div className="grid grid-cols-2 gap-3">
        <MethodCard
          method="pickup"
          icon={<Store aria-hidden="true" className="size-5" />}
          label="Pickup"
          note="Free, on Saturday"
        />
        <MethodCard
          method="delivery"
          icon={<Truck aria-hidden="true" className="size-5" />}
          label="Delivery"
          note={`${formatDollars(DELIVERY_FEE)}, Hot Springs area`}
          disabled={!canDeliver}
        />
      </div>
      <p className="rounded-xl bg-sprout px-3.5 py-3 text-[0.9375rem]">{deliveryHint}</p>
    </fieldset>
  )
}

type MethodCardProps = {
  method: DeliveryMethod
  icon: ReactNode
  label: string
  note: string
  disabled?: boolean
}

function MethodCard({ method, ...look }: MethodCardProps) {
  const { deliveryMethod, setDeliveryMethod } = useCart()
  return (
    <ChoiceCard
      {...look}
      name="delivery-method"
      checked={deliveryMethod === method}
      onChoose={() => setDeliveryMethod(method)}
    />
  )
}
