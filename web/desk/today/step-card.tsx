import { Check } from 'lucide-react'
import { formatBriefDay } from '#contract/time/date-format.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { NextDay } from './market-href.ts'
import { textOfStep, useClock } from './step-text.ts'

const CARD = 'rounded-2xl bg-foot px-4 pt-3 pb-4 text-on-foot'

const BUTTON =
  'mt-3 flex min-h-14 items-center justify-center rounded-4xl px-4 text-center text-lg leading-tight font-semibold'

const FILLED = 'bg-card text-leaf-deep hover:bg-sprout dark:bg-leaf dark:text-on-leaf'

export function StepCard({ next, today }: { next: NextDay | null; today: string }) {
  const clock = useClock(today)
  if (!next) return <NoDay />
  const { when, title, about, label, href, note } = textOfStep(next, clock)
  return (
    <div className={CARD}>
      <p className="flex flex-wrap justify-between gap-x-4 text-[0.9375rem]">
        <span>{when}</span>
        <span>{formatBriefDay(today)}</span>
      </p>
      <h2 id="today-title" className="font-serif text-2xl leading-tight font-semibold">
        {title}
      </h2>
      <p className="tabular-nums">{about}</p>
      <Steps steps={next.steps} />
      <a
        href={href}
        className={classNames(
          BUTTON,
          next.step.notBefore ? 'border-2 border-dashed border-on-foot/60' : FILLED,
        )}
      >
        {label}
      </a>
      {note && <p className="mt-2 text-center text-[0.9375rem] tabular-nums">{note}</p>}
    </div>
  )
}

const NAMES = {
  letter: 'Letter',
  harvest: 'Harvest',
  pack: 'Pack',
  ready: 'Ready',
  market: 'Market',
  close: 'Close',
}

const STATES = { done: ': done', skipped: ': left out', now: ': now', coming: '' }

function Steps({ steps }: Pick<NextDay, 'steps'>) {
  return (
    <ol className="mt-3 flex flex-wrap gap-y-1 overflow-hidden text-sm" aria-label="This week">
      {steps.map(({ name, state }, index) => (
        <li
          key={name}
          aria-current={state === 'now' ? 'step' : undefined}
          className={classNames(
            'relative grid min-w-fit grow basis-13 justify-items-center gap-0.5',
            state === 'now' && 'font-bold',
          )}
        >
          {index > 0 && (
            <span className="absolute top-2.75 right-[calc(50%+0.9rem)] left-[calc(-50%+0.9rem)] h-0.5 bg-on-foot/25" />
          )}
          <Dot state={state} />
          <span>{NAMES[name]}</span>
          <span className="sr-only">{STATES[state]}</span>
        </li>
      ))}
    </ol>
  )
}

function Dot({ state }: { state: NextDay['steps'][number]['state'] }) {
  const look = {
    done: 'size-5.5 bg-on-foot text-foot',
    now: 'size-5.5 border-2 border-yolk',
    skipped: 'size-3 border-2 border-dashed border-on-foot/60',
    coming: 'size-3 border-2 border-on-foot/60',
  }[state]
  return (
    <span className="grid size-6 place-items-center" aria-hidden="true">
      <span className={classNames('grid place-items-center rounded-full', look)}>
        {state === 'done' && <Check className="size-4" strokeWidth={3} />}
        {state === 'now' && <span className="size-2.5 rounded-full bg-yolk" />}
      </span>
    </span>
  )
}

function NoDay() {
  return (
    <div className={CARD}>
      <h2 id="today-title" className="font-serif text-2xl leading-tight font-semibold">
        No market day is planned
      </h2>
      <p>Nobody can order until there is one.</p>
      <a href="#calendar" className={classNames(BUTTON, FILLED)}>
        Plan a market day
      </a>
    </div>
  )
}
