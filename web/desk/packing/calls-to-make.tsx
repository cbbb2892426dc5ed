import type { HarvestList } from '#contract/packing-lists.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CARD } from '../shared/card.tsx'
import { useIsHelper } from '../shared/desk-session.ts'
import { FarmerOnly } from '../shared/farmer-only.tsx'
import { type Short, unitsOf } from './short-draft.ts'

type CallsToMakeProps = {
  list: HarvestList
  have: (productId: number) => string
  onShort: (short: Short) => void
}

export function CallsToMake({ list: { calls, products }, have, onShort }: CallsToMakeProps) {
  if (calls.length === 0) return null
  const thereIs = (id: number) => {
    const need = products.find(({ productId }) => productId === id)?.need ?? 0
    const held = calls.filter(({ productId }) => productId === id)
    const missing = held.reduce((sum, { gets, units }) => sum + units - gets, 0)
    return unitsOf(have(id)) ?? need - missing
  }
  return (
    <section aria-label="Calls to make" className={classNames(CARD, 'mt-3 px-4 py-3')}>
      <h3 className="text-lg">Still to call</h3>
      <ul>
        {calls.map(({ orderId, shortName, productId, name, gets, units }) => (
          <li key={`${orderId} ${productId}`} className="flex flex-wrap items-center gap-x-3">
            <span className="grow py-2 wrap-anywhere">
              <OrderNumber id={orderId} /> {shortName}: only {gets} of {units} × {name}
            </span>
            <FarmerOnly>
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Decide about ${name}`}
                onClick={() => onShort({ productId, name, have: thereIs(productId) })}
              >
                Decide
              </Button>
            </FarmerOnly>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OrderNumber({ id }: { id: number }) {
  if (useIsHelper()) return <strong>#{id}</strong>
  return (
    <a href={`#orders/${id}`} className="font-bold underline underline-offset-4">
      #{id}
    </a>
  )
}
