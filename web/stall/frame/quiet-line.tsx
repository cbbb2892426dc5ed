import { CloudCheck, WifiOff } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { formatClock } from '#contract/time/device-clock.ts'
import { MINUTE } from '#contract/time/durations.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { Reach, StallState } from '../stall-state.ts'
import { useStall } from '../use-stall.ts'

export function QuietLine({ count }: { count?: ReactNode }) {
  const state = useStall()
  const { reach, outbox } = state
  const isCalm = reach === 'there' || reach === null
  return (
    <div
      role="status"
      className={classNames(
        'flex min-h-[31px] flex-wrap items-center gap-x-2 border-b px-4 text-[0.9375rem] leading-snug',
        isCalm ? 'border-straw text-bark-deep' : 'border-yolk bg-yolk-pale',
      )}
    >
      {isCalm ? <OnIcon /> : <OffIcon />}
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
      <strong>{count === 1 ? '1 note' : `${count} notes`}</strong> waiting to sync
    </a>
  )
}

/** In its own element, so its text also updates on a translated page. */
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
  return minutes < 60 ? `${minutes} min ago` : formatClock(new Date(at), new Date(now))
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

function OnIcon() {
  return <CloudCheck aria-hidden="true" className="size-4.5 shrink-0 text-in-stock" />
}

function OffIcon() {
  return <WifiOff aria-hidden="true" className="size-4.5 shrink-0 text-yolk-deep" />
}
