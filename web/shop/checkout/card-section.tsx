import { Lock } from 'lucide-react'
import { type Cents, formatDollars } from '#contract/money/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { CardEntryProps, CardProvider } from './card-provider.ts'
import { SectionCard } from './section-card.tsx'
import { hasOpenEnd, type PaymentStage } from './use-payment.ts'

type CardSectionProps = Pick<CardEntryProps, 'ref' | 'fault' | 'onChange'> & {
  cardEntry: CardProvider['cardEntry'] | undefined
  stage: PaymentStage
  onLoadAgain: (() => unknown) | null
}

export function CardSection({ cardEntry, stage, onLoadAgain, ...entry }: CardSectionProps) {
  return (
    <SectionCard title="Card">
      {cardEntry ? (
        <fieldset disabled={hasOpenEnd(stage)}>
          <legend className="sr-only">Your card</legend>
          {cardEntry({ ...entry, isDisabled: stage !== 'filling in' })}
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
    </SectionCard>
  )
}

type PayButtonProps = { total: Cents; isTest: boolean; stage: PaymentStage }

/** Pays, once: it is disabled from the click to the end. */
export function PayButton({ total, isTest, stage }: PayButtonProps) {
  return (
    <Button type="submit" size="lg" className="w-full" busy={stage === 'paying'}>
      {stage === 'filling in' && <Lock aria-hidden="true" className="size-5" />}
      {stage === 'filling in' ? (
        <span>
          Pay {formatDollars(total)}
          {isTest && ' (test)'}
        </span>
      ) : (
        DOING[stage]
      )}
    </Button>
  )
}

const DOING = {
  paying: 'Processing…',
  checking: 'Check again',
  unanswered: 'Finish my order',
}
