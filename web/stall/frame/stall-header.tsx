import { ChevronDown, CloudCheck, Ellipsis, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type StallDay, stall } from '#contract/market/stall.ts'
import { formatBoxes } from '#contract/packing/box-text.ts'
import { formatBriefDay } from '#contract/time/date-format.ts'
import { formatClock } from '#contract/time/device-clock.ts'
import { MINUTE } from '#contract/time/durations.ts'
import { call } from '#web/api/call.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { goToHash } from '#web/ui/use-hash.ts'
import { chooseDay } from '../choose-day.ts'
import { DayList } from '../gate/gate.tsx'
import { changePhone } from '../hub.ts'
import type { Grant } from '../load-day.ts'
import type { Reach, StallState } from '../stall-state.ts'
import { useStall } from '../use-stall.ts'
import { HomeScreen } from './home-screen.tsx'
import { Sheet } from './sheet.tsx'

/** `isWhole`: shows all places on that date, with none chosen. */
export function StallHeader({ isWhole }: { isWhole: boolean }) {
  const { day, days } = useStall()
  const others = days.filter(
    ({ id, day: { marketDay } }) =>
      day && id !== day.marketDay.id && marketDay.day === day.marketDay.day,
  )
  return (
    <header className="flex min-h-13 items-center gap-x-1 pr-1 pl-4 lg:gap-x-1.5 lg:px-4">
      <DayButton day={day} isWhole={isWhole} isShort={others.length > 1} />
      {!isWhole && (
        // With large text they are scrolled to; the day's own sheet lists them too.
        <div className="flex min-w-0 shrink gap-x-1 overflow-x-auto p-1 -m-1">
          {others.map(({ id, day: { marketDay } }) => (
            <Button
              key={id}
              variant="quiet"
              size="sm"
              aria-label={`Change to ${marketDay.placeName}`}
              className="min-w-0! max-w-28 shrink px-2! lg:max-w-none"
              onClick={() => void chooseDay(id)}
            >
              <span className="truncate">{marketDay.placeName}</span>
            </Button>
          ))}
        </div>
      )}
      <a
        href="#more"
        aria-label="More"
        className={buttonLook({ variant: 'plain', size: 'icon' }, 'shrink-0')}
      >
        <Ellipsis aria-hidden="true" className="size-6" />
      </a>
    </header>
  )
}

type DayButtonProps = { day: StallDay | null; isWhole: boolean; isShort: boolean }

function DayButton({ day, isWhole, isShort }: DayButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const { phone } = useStall()
  const holder = day && day.people.length > 1 && day.people.find(({ id }) => id === phone?.by)
  return (
    <>
      <h1 className="min-w-fit grow basis-0 leading-none">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="min-h-11 w-full cursor-pointer text-left"
        >
          <span className="flex items-center gap-1.5 text-[min(1.375rem,9vw)] leading-6.5 whitespace-nowrap">
            {day ? formatBriefDay(day.marketDay.day) : 'Market day'}
            <ChevronDown aria-hidden="true" className="size-5 text-bark-deep" />
          </span>
          {day && (
            <span className="block w-0 min-w-full truncate font-sans text-[0.9375rem] leading-4.5 font-normal text-bark-deep">
              {isWhole ? 'All places' : day.marketDay.placeName}
              {!isWhole && !isShort && ` · ${boxesOf(day)}`}
              {holder && ` · ${holder.name}`}
            </span>
          )}
        </button>
      </h1>
      {isOpen && <DaySheet onClose={() => setOpen(false)} />}
    </>
  )
}

function boxesOf({ boxes }: StallDay): string {
  const standing = boxes.filter(({ isCancelled }) => !isCancelled)
  return formatBoxes(standing.reduce((sum, box) => sum + box.boxes, 0))
}

function DaySheet({ onClose }: { onClose: () => void }) {
  const { day, dayLoadedAt } = useStall()
  const days = useDays()
  return (
    <Sheet title={day ? formatBriefDay(day.marketDay.day) : 'Market day'} onClose={onClose}>
      <DayList days={days} onChosen={onClose} />
      {dayLoadedAt !== null && (
        <p className="text-bark-deep">Boxes and prices are as of {formatClock(dayLoadedAt)}.</p>
      )}
      <PhoneHolder onChosen={onClose} />
      <HomeScreen />
      <SignOut onLeave={onClose} />
    </Sheet>
  )
}

function SignOut({ onLeave }: { onLeave: () => void }) {
  const { outbox, phone } = useStall()
  const isHelper = phone?.grant?.person.role === 'helper'
  return (
    <div className="grid gap-2">
      <Button
        variant="quiet"
        size="lg"
        onClick={() => {
          onLeave()
          goToHash('sign-out')
        }}
      >
        {outbox.length > 0 ? `Send ${formatNotes(outbox.length)} and sign out` : 'Sign out'}
      </Button>
      {isHelper && (
        <p className="text-bark-deep">To come back you need a new link from the farmer.</p>
      )}
    </div>
  )
}

const formatNotes = (count: number) => (count === 1 ? '1 note' : `${count} notes`)

function useDays(): Grant['days'] {
  const { days } = useStall()
  const [readable, setReadable] = useState<Grant['days'] | null>(null)
  useEffect(() => {
    call(stall.days).then(
      (answer) => setReadable(answer.days),
      () => {},
    )
  }, [])
  return readable ?? days.map(({ day }) => day.marketDay)
}

/** Goes into the history of what happens; it proves nothing and locks nothing. */
function PhoneHolder({ onChosen }: { onChosen: () => void }) {
  const { phone, day } = useStall()
  const people = day?.people ?? []
  if (people.length < 2) return null
  const chosen = phone?.by ?? phone?.grant?.person.id
  const choose = (by: number) => {
    onChosen()
    void changePhone({ by })
  }
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Who’s using this phone?</legend>
      <div className="flex flex-wrap gap-2">
        {people.map(({ id, name }) => (
          <Button
            key={id}
            variant={id === chosen ? 'primary' : 'quiet'}
            aria-pressed={id === chosen}
            onClick={() => choose(id)}
          >
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

export function QuietLine({ count }: { count?: ReactNode }) {
  const state = useStall()
  const { reach, outbox } = state
  const isCalm = reach === 'there' || reach === null
  const Icon = isCalm ? CloudCheck : WifiOff
  return (
    <div
      role="status"
      className={classNames(
        'flex min-h-[31px] flex-wrap items-center gap-x-2 border-b px-4 text-[0.9375rem] leading-snug',
        isCalm ? 'border-straw text-bark-deep' : 'border-yolk bg-yolk-pale',
      )}
    >
      <Icon
        aria-hidden="true"
        className={classNames('size-4.5 shrink-0', isCalm ? 'text-in-stock' : 'text-yolk-deep')}
      />
      <span className="min-w-0 grow basis-40">
        {isCalm ? <Calm {...state} /> : noticeOf(reach)}
      </span>
      {outbox.length > 0 ? <Waiting count={outbox.length} isCalm={isCalm} /> : count}
    </div>
  )
}

function Waiting({ count, isCalm }: { count: number; isCalm: boolean }) {
  return (
    <a
      href="#notes"
      className={classNames(
        'relative shrink-0 underline underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-3',
        !isCalm && 'text-yolk-deep',
      )}
    >
      <strong>{formatNotes(count)}</strong> waiting to sync
    </a>
  )
}

/** In its own element, so that its text also updates on a translated page. */
function Calm({ outbox, phone, dayLoadedAt }: StallState) {
  const isKept = useIsKept()
  const at = dayLoadedAt ?? (phone?.heardAt ? Date.parse(phone.heardAt) : null)
  const parts = [
    isKept && 'Works offline',
    outbox.length > 0 ? 'sending' : at !== null && `synced ${formatAge(at, Date.now())}`,
  ]
  return <span>{parts.filter((part) => part !== false).join(' · ')}</span>
}

/** `just now`, `2 min ago`, `9:40 AM` */
function formatAge(at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE)
  if (minutes < 2) return 'just now'
  return minutes < 60 ? `${minutes} min ago` : formatClock(at, new Date(now))
}

/** A worker only controls the page once it has cached all its code. */
function useIsKept(): boolean {
  return useSyncExternalStore(
    (listener) => {
      navigator.serviceWorker?.addEventListener('controllerchange', listener)
      return () => navigator.serviceWorker?.removeEventListener('controllerchange', listener)
    },
    () => Boolean(navigator.serviceWorker?.controller),
  )
}

function noticeOf(reach: Exclude<Reach, 'there' | null>): ReactNode {
  if (reach === 'away') return <Notice title="No signal.">Keep going.</Notice>
  if (reach === 'busy') return <Notice title="The shop is busy.">It tries again by itself.</Notice>
  if (reach === 'ended') return <Notice title="This phone was signed out at the farm." />
  if (reach !== 'signed-out')
    return <Notice title="The shop is not working right now.">Keep going.</Notice>
  return (
    <Notice title="Please sign in again.">
      <a href="#sign-in" className="font-semibold underline">
        Sign in
      </a>
    </Notice>
  )
}

function Notice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <strong className="text-yolk-deep">{title}</strong> {children}
    </>
  )
}

const SEGMENTS = [
  { value: 'harvest', label: 'Harvest' },
  { value: 'pack', label: 'Pack' },
  { value: 'hand-out', label: 'Hand out' },
  { value: 'sell', label: 'Sell' },
  { value: 'close', label: 'Close' },
]

const LOOK =
  'flex min-h-11 grow items-center justify-center rounded-xl px-1.5 text-center font-semibold whitespace-nowrap text-soil aria-[current]:bg-leaf aria-[current]:text-on-leaf'

export function Segments({ shown }: { shown: string }) {
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time another one is chosen
  useEffect(() => {
    const chosen = list.current?.querySelector('[aria-current]')
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown])
  return (
    <nav aria-label="Market day" className="sticky top-0 z-20 bg-paper px-3">
      <ul
        ref={list}
        className="mx-auto flex max-w-xl lg:mx-0 overflow-x-auto rounded-2xl bg-straw p-[3px]"
      >
        {SEGMENTS.map(({ value, label }) => (
          <li key={value} className="flex grow">
            <a
              href={`#${value}`}
              aria-current={value === shown ? 'page' : undefined}
              className={LOOK}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
