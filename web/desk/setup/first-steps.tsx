import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import {
  type CardState,
  FIRST_STEPS,
  type FirstStep,
  type FirstSteps,
  firstStepsOf,
} from '#contract/settings/first-steps.ts'
import { query } from '#web/api/query.ts'
import { classNames } from '#web/ui/class-names.ts'
import { CARD } from '../shared/card.tsx'

export function FirstStepsCard() {
  const { data } = useQuery({ ...query(firstStepsOf.show), staleTime: 0 })
  if (!data || data.done.length === FIRST_STEPS.length) return null
  return <Steps {...data} />
}

/** Folded to the next one: the desk's own work stands below. */
function Steps({ done, ...state }: FirstSteps) {
  const [isOpen, setOpen] = useState(false)
  const next = FIRST_STEPS.find((step) => !done.includes(step))
  return (
    <section aria-labelledby="first-steps" className={classNames(CARD, 'mt-3 overflow-hidden')}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 pt-1">
        <h2 id="first-steps" className="text-xl">
          First steps
        </h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-[0.9375rem] text-bark-deep tabular-nums underline underline-offset-4"
        >
          {done.length} of {FIRST_STEPS.length} done
          <ChevronDown aria-hidden="true" className={isOpen ? 'size-5 rotate-180' : 'size-5'} />
        </button>
      </div>
      <ul className="grid pb-1">
        {FIRST_STEPS.filter((step) => isOpen || step === next).map((step) => (
          <StepRow
            key={step}
            step={step}
            isDone={done.includes(step)}
            isNext={step === next}
            {...state}
          />
        ))}
      </ul>
    </section>
  )
}

type StepRowProps = Omit<FirstSteps, 'done'> & {
  step: FirstStep
  isDone: boolean
  isNext: boolean
}

/** A phone has room to say why of the next one alone. */
function StepRow({ step, isDone, isNext, cards, deliversTo }: StepRowProps) {
  const { label, why, href } = STEPS[step]
  const delivery = deliversTo && ` Delivery goes ${deliversTo} until you name ZIP codes.`
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li>
      <a
        href={href}
        className="flex min-h-11 items-center gap-3 px-4 py-1.5 -outline-offset-4 hover:bg-paper"
      >
        <Icon
          aria-hidden="true"
          className={classNames('size-5 shrink-0', isDone ? 'text-leaf' : 'text-bark')}
        />
        <span className="min-w-0 grow leading-snug">
          <span className={isDone ? 'text-bark-deep' : 'font-semibold'}>{label}</span>
          {isDone ? (
            <span className="sr-only">: done</span>
          ) : (
            <span
              className={classNames(
                'block text-[0.9375rem] text-bark-deep',
                !isNext && 'max-md:sr-only',
              )}
            >
              {step === 'cards' ? CARDS[cards] : why}
              {step === 'places' && delivery}
            </span>
          )}
        </span>
        {!isDone && <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-bark-deep" />}
      </a>
    </li>
  )
}

const STEPS: Record<FirstStep, { label: string; why: string; href: string }> = {
  name: {
    label: 'Name your farm',
    why: 'The shop and its mails still say Farmstand.',
    href: '#settings/farm_name',
  },
  address: {
    label: 'Say where the farm is',
    why: 'It goes at the bottom of every email.',
    href: '#settings/business_address',
  },
  places: {
    label: 'Where do people pick up?',
    why: 'Give each pickup place its own address and days.',
    href: '#calendar',
  },
  product: {
    label: 'Add your first product',
    why: 'So far there are only made-up ones, or none.',
    href: '#products',
  },
  mail: {
    label: 'Set up email',
    why: 'Until then confirmations wait and reach nobody.',
    href: '#email',
  },
  cards: { label: 'Take cards with Stripe', why: '', href: '#taking-money' },
  backup: {
    label: 'Protect your backups',
    why: 'A nightly backup, and a passphrase that only you know.',
    href: '#backups',
  },
}

const CARDS: Record<CardState, string> = {
  closed: 'No cards are taken right now: the live keys are gone.',
  sandbox: 'Only test cards are taken: nobody pays yet.',
  'stripe-test': 'Stripe is in test mode: nobody pays yet.',
  live: '',
}
