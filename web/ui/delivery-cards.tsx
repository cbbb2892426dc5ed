import type { DeliveryMethod } from '#contract/calendar/delivery.ts'
import { capitalized } from './capitalized.ts'
import { ChoiceCard } from './choice-card.tsx'

type DeliveryCardsProps = {
  name: string
  chosen: DeliveryMethod
  area: string | null
  fee: string
  canDeliver: boolean
  onChoose: (method: DeliveryMethod) => void
}

export function DeliveryCards(props: DeliveryCardsProps) {
  const { name, chosen, area, fee, canDeliver, onChoose } = props
  return (
    <>
      <ChoiceCard
        name={name}
        label="Pickup"
        note="Free, no minimum"
        checked={chosen === 'pickup'}
        onChoose={() => onChoose('pickup')}
      />
      <ChoiceCard
        name={name}
        label="Delivery"
        note={area === null ? 'Not right now' : [capitalized(fee), area].filter(Boolean).join(', ')}
        checked={chosen === 'delivery'}
        disabled={!canDeliver || area === null}
        onChoose={() => onChoose('delivery')}
      />
    </>
  )
}
