import { TriangleAlert } from 'lucide-react'
import { useSettings } from '#web/api/shop-queries.ts'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import type { Failure } from './failure.ts'
import type { PaymentStage } from './use-payment.ts'

type PayLineProps = {
  failure: Failure | null
  closed: string | null
  stage: PaymentStage
}

export function PayLine({ failure, closed, stage }: PayLineProps) {
  return (
    <>
      {closed && !failure && <p className={`mb-3 ${BOX} bg-yolk-pale`}>{closed}</p>}
      <div aria-live="polite">
        {failure && !failure.isOfWallet && <FailureLine failure={failure} className="mb-3" />}
        {(stage === 'checking' || stage === 'unanswered') && (
          <p className={`mb-3 ${BOX} bg-yolk-pale`}>{OPEN_ENDS[stage]}</p>
        )}
      </div>
    </>
  )
}

const BOX = 'rounded-xl px-3.5 py-3 text-[0.9375rem]'

/** Shown while the outcome is unknown. Promises nothing that may turn out to be wrong. */
const OPEN_ENDS = {
  checking: (
    <>
      <strong>No connection. We’re checking whether your payment went through.</strong> Please keep
      this page open; you won’t be charged twice.
    </>
  ),
  unanswered:
    'Your card was accepted, but we couldn’t confirm that your order went through. Press the button to try again; you won’t be charged twice.',
}

type FailureLineProps = { failure: Failure; className: string }

export function FailureLine({ failure: { title, next, isDecline }, className }: FailureLineProps) {
  const phone = useSettings()('contact_phone')
  return (
    <div
      className={`${className} flex gap-3 ${BOX} ${isDecline ? 'border-[1.5px] border-beet bg-beet-pale' : 'bg-yolk-pale'}`}
    >
      {isDecline && <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-beet" />}
      <p>
        <strong className={isDecline ? 'text-beet' : ''}>{title}</strong>{' '}
        {next && (
          <>
            {next}
            {phone && (
              <>
                , or call us: <PhoneLink number={phone} />
              </>
            )}
            .{' '}
          </>
        )}
        Your details are still here.
      </p>
    </div>
  )
}
