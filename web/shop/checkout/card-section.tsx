import { Lock } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { type Cents, formatDollars } from '#contract/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { CardEntryHandle, CardProvider } from './card-provider.ts'
import { SectionCard } from './section-card.tsx'
import type { PaymentStage } from './use-payment.ts'

type CardSectionProps = {
  cardEntry: CardProvider['cardEntry'] | undefined
  ref: Ref<CardEntryHandle>
  stage: PaymentStage
  onLoadAgain: (() => unknown) | null
  children: ReactNode
}

export function CardSection({ cardEntry, ref, stage, onLoadAgain, children }: CardSectionProps) {
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

type PayLineProps = { when: string | null; failure: string | null; closed: string | null }

/** What was refused last, until it is tried again, or why nothing can be ordered; and what the button pays for. */
export function PayLine({ when, failure, closed }: PayLineProps) {
  return (
    <>
      {closed && !failure && (
        <p className="mb-3 rounded-xl bg-yolk-pale px-3.5 py-3 text-[0.9375rem]">{closed}</p>
      )}
      {failure && (
        <p className="mb-3 rounded-xl bg-yolk-pale px-3.5 py-3 text-[0.9375rem]">
          <strong>{failure}</strong> What you typed is still here.
        </p>
      )}
      {when && <p className="mb-3 text-[0.9375rem]">{when}</p>}
    </>
  )
}

type PayButtonProps = { total: Cents; isTest: boolean; stage: PaymentStage }

/** Pays, once: it is disabled from the click to the end. */
export function PayButton({ total, isTest, stage }: PayButtonProps) {
  const amount = `${formatDollars(total)}${isTest ? ' (test)' : ''}`
  return (
    <>
      {stage === 'unanswered' && (
        <p className="mb-3 rounded-xl bg-yolk-pale px-3.5 py-3 text-[0.9375rem]">
          Your card was accepted, but we could not confirm that your order went through. Press the
          button to try again; you will not be charged twice.
        </p>
      )}
      <Button type="submit" size="lg" className="w-full" busy={stage === 'paying'}>
        {stage === 'filling in' && <Lock aria-hidden="true" className="size-5" />}
        {stage === 'paying'
          ? 'Processing…'
          : stage === 'unanswered'
            ? 'Finish my order'
            : `Pay ${amount}`}
      </Button>
    </>
  )
}
