import type { Goods } from '#contract/orders/order-changes.ts'
import { ChoiceCard } from '#web/ui/choice-card.tsx'

const PLACES: { where: Goods; label: string; note: string }[] = [
  { where: 'sellable', label: 'Can still be sold', note: 'Back in stock' },
  { where: 'missing', label: 'Gone', note: 'Crop failed or damaged' },
]

const AT_MARKET = { label: 'At the market', note: 'Not back in stock' }

type GoodsOutcomeFieldProps = {
  item: { productId: number; name: string }
  where: Goods | null
  /** The missing goods are out at the market. */
  isAway?: boolean
  onChange: (where: Goods) => void
}

export function GoodsOutcomeField({
  item,
  where,
  isAway = false,
  onChange,
}: GoodsOutcomeFieldProps) {
  return (
    <fieldset className="col-span-2 mt-2 mb-1.5 grid w-full grid-cols-2 gap-2">
      <legend className="sr-only">What happens to {item.name}?</legend>
      {PLACES.map((place) => (
        <ChoiceCard
          key={place.where}
          name={`where-${item.productId}`}
          label={isAway && place.where === 'missing' ? AT_MARKET.label : place.label}
          note={isAway && place.where === 'missing' ? AT_MARKET.note : place.note}
          value={place.where}
          checked={where === place.where}
          onChoose={() => onChange(place.where)}
        />
      ))}
    </fieldset>
  )
}
