import { Lock } from 'lucide-react'
import { type Cents, formatDollars } from '#contract/money.ts'
import { Button } from '#web/ui/button.tsx'
import type { PaymentStage } from './use-payment.ts'

type PayButtonProps = { total: Cents; isTest: boolean; stage: PaymentStage }

/** Pays, once: it is disabled from the click to the end. */
export function PayButton({ total, isTest, stage }: PayButtonProps) {
  const amount = `${formatDollars(total)}${isTest ? ' (test)' : ''}`
  return (
    <>
      {stage === 'unanswered' && (
        <p className="mb-3 rounded-xl bg-yolk-pale px-3.5 py-3 text-[0.9375rem]">
          Your card was accepted, but we could not confirm that your order went through. Press the button to try again;
          you will not be charged twice.
        </p>
      )}
      <Button type="submit" size="lg" className="w-full" busy={stage === 'paying'}>
        {stage === 'filling in' && <Lock aria-hidden="true" className="size-5" />}
        {stage === 'paying' ? 'Processing…' : stage === 'unanswered' ? 'Finish my order' : `Pay ${amount}`}
      </Button>
    </>
  )
}
