import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import { today } from '#contract/today.ts'
import { query } from '#web/api/query.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { NEXT_STEPS, type NextStep, nextStepOf } from './next-step.ts'
import { useNextStep } from './use-next-step.ts'

type NextStepButtonProps = {
  order: Order
  href: string
}

export function NextStepButton({ order, href }: NextStepButtonProps) {
  const { data } = useQuery(query(today.show))
  const step = nextStepOf(order, data?.today)
  const look = buttonLook({ variant: VARIANTS[step], size: 'sm' }, 'relative whitespace-nowrap')
  if (step === 'open' || step === 'take-payment')
    return (
      <a href={href} className={look} aria-label={nameOf(step, order)}>
        {NEXT_STEPS[step]}
      </a>
    )
  return <DoButton order={order} step={step} />
}

type DoButtonProps = { order: Order; step: Exclude<NextStep, 'open' | 'take-payment'> }

function DoButton({ order, step }: DoButtonProps) {
  const next = useNextStep(order)
  return (
    <Button
      variant={VARIANTS[step]}
      size="sm"
      busy={next.isPending}
      className="relative whitespace-nowrap"
      aria-label={nameOf(step, order)}
      onClick={() => next.mutate(step)}
    >
      {NEXT_STEPS[step]}
    </Button>
  )
}

const nameOf = (step: NextStep, { id }: Order) => `${NEXT_STEPS[step]}, order #${id}`

const VARIANTS = {
  pack: 'sprout',
  'hand-out': 'primary',
  ship: 'sprout',
  deliver: 'sprout',
  'take-payment': 'quiet',
  open: 'quiet',
} as const
