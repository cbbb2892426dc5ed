import type { ReactNode, Ref } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { CardEntryHandle, CardProvider } from './card-provider.ts'
import { SectionCard } from './section-card.tsx'
import type { PaymentStage } from './use-payment.ts'

type CardPartProps = {
  cardEntry: CardProvider['cardEntry'] | undefined
  ref: Ref<CardEntryHandle>
  stage: PaymentStage
  onLoadAgain: (() => unknown) | null
  children: ReactNode
}

export function CardPart({ cardEntry, ref, stage, onLoadAgain, children }: CardPartProps) {
  return (
    <SectionCard title="Card">
      {cardEntry ? (
        <fieldset disabled={stage === 'unanswered'}>
          <legend className="sr-only">Your card</legend>
          {cardEntry({ ref, isDisabled: stage !== 'filling in' })}
        </fieldset>
      ) : onLoadAgain ? (
        <>
          <p className="mb-3 text-bark-deep">Card payments have not loaded yet.</p>
          <Button variant="quiet" onClick={onLoadAgain}>
            Try again
          </Button>
        </>
      ) : (
        <Skeleton className="h-20" />
      )}
      <div className="mt-5">{children}</div>
    </SectionCard>
  )
}
