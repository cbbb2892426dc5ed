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
import { FarmForm } from './farm-form.tsx'

export function FirstStepsCard() {
  const { data } = useQuery({ ...query(firstStepsOf.show), staleTime: 0 })
  if (!data || data.done.length === FIRST_STEPS.length) return null
  return <Steps {...data} />
}

/** Folded to the next one: the desk's own work stands below. The first is a form of its own. */
function Steps({ done, ...state }: FirstSteps) {
  const [isOpen, setOpen] = useState(false)
  const next = FIRST_STEPS.find((step) => !done.includes(step))
  return (
    <section aria-labelledby="first-steps" className={classNames(CARD, 'mt-3 overflow-hidden')}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 pt-1">
        <h2 id="first-steps" className="text-xl">
          Set up your shop
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
      {next === 'farm' && <FarmForm />}
      <ul className="grid pb-1">
        {FIRST_STEPS.filter(
          (step) => (isOpen || step === next) && !(step === 'farm' && step === next),
        ).map((step) => (
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
  farm: { label: 'Your farm', why: 'Name, phone, address.', href: '#settings/farm_name' },
  places: {
    label: 'Where do people pick up?',
    why: 'A market, your farm, a porch: each with its address and days.',
    href: '#calendar/places',
  },
  product: {
    label: 'Your first product',
    why: 'A photo, a price, how many. So far there are none, or made-up ones.',
    href: '#products',
  },
  photos: {
    label: 'Five photos from your phone',
    why: 'Your face, your farm, your stall: strangers buy from people they can see.',
    href: '#settings/photo_top',
  },
  cards: { label: 'Taking money', why: '', href: '#taking-money' },
  mail: { label: 'Email', why: 'Emails aren’t going out yet.', href: '#email' },
  backup: {
    label: 'Backup',
    why: 'One every night, and a passphrase that only you know.',
    href: '#backups',
  },
  trial: {
    label: 'Go live: one real $1 order',
    why: 'Sell yourself something for $1, pay with your own card, then refund it.',
    href: '#orders',
  },
}

const CARDS: Record<CardState, string> = {
  closed: 'You can’t take cards right now: the live keys are gone.',
  sandbox: 'You can’t take real cards yet: only test cards work.',
  test: 'Stripe is in test mode: nobody pays yet.',
  live: '',
}
