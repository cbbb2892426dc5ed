import type { Goods } from '#contract/orders/order-changes.ts'
import { ChoiceCard } from '#web/ui/choice-card.tsx'

const SELLABLE = { where: 'sellable', label: 'Can still be sold', note: 'Back in stock' } as const
const GONE = { where: 'missing', label: 'Gone', note: 'Crop failed or damaged' } as const
const AT_MARKET = { where: 'missing', label: 'At the market', note: 'Not back in stock' } as const

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
      {[SELLABLE, isAway ? AT_MARKET : GONE].map((place) => (
        <ChoiceCard
          key={place.where}
          name={`where-${item.productId}`}
          label={place.label}
          note={place.note}
          value={place.where}
          checked={where === place.where}
          onChoose={() => onChange(place.where)}
        />
      ))}
    </fieldset>
  )
}
