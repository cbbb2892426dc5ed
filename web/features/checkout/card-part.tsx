import type { ReactNode, Ref } from 'react'
import type { CardEntryHandle, CardProvider } from './card-provider.ts'
import { SectionCard } from './section-card.tsx'

type CardPartProps = {
  CardEntry: CardProvider['CardEntry'] | undefined
  ref: Ref<CardEntryHandle>
  isDisabled: boolean
  /** The pay button. */
  children: ReactNode
}

/** The card entry of the shop's provider, and the button beneath it. */
export function CardPart({ CardEntry, ref, isDisabled, children }: CardPartProps) {
  return (
    <SectionCard title="Card">
      {CardEntry ? (
        <fieldset disabled={isDisabled}>
          <legend className="sr-only">Your card</legend>
          <CardEntry ref={ref} />
        </fieldset>
      ) : (
        <p className="text-bark-deep">Card payments have not loaded yet.</p>
      )}
      <div className="mt-5">{children}</div>
    </SectionCard>
  )
}
