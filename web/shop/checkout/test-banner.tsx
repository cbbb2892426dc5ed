import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PaymentsConfig } from './use-card-provider.ts'

const TEXTS: Record<PaymentsConfig['provider'], { mode: string; cards: ReactNode }> = {
  sandbox: { mode: 'Test mode.', cards: 'Please do not type a real card.' },
  stripe: {
    mode: 'Stripe test mode.',
    cards: (
      <>
        Pay with a test card of Stripe, such as{' '}
        <span className="whitespace-nowrap">4242 4242 4242 4242</span>.
      </>
    ),
  },
}

export function TestBanner({ provider }: { provider: PaymentsConfig['provider'] }) {
  const { mode, cards } = TEXTS[provider]
  return (
    <p
      role="note"
      className="sticky top-0 z-20 border-b border-yolk bg-yolk-pale py-2.5 text-[0.9375rem]"
    >
      <span className="wrap flex items-start gap-2.5">
        <FlaskConical aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-yolk-deep" />
        <span>
          <strong>{mode}</strong> No money is taken here. {cards}
        </span>
      </span>
    </p>
  )
}
