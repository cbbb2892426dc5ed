import { Wifi, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatClock } from '#contract/device-clock.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { Reach, StallState } from '../stall-state.ts'
import { useStall } from '../use-stall.ts'

/** Where things are: with the shop, or on this phone. Calm, whatever happens: nothing is lost. */
export function NetworkLine() {
  const { reach, outbox, phone } = useStall()
  const isCalm = reach === 'there' || reach === null
  return (
    <div
      role="status"
      className={classNames(
        'flex min-h-8 flex-wrap items-center gap-x-2.5 px-3 py-1 text-[0.9375rem] leading-snug',
        !isCalm && 'bg-yolk-pale',
      )}
    >
      {isCalm ? <OnIcon /> : <OffIcon />}
      <span className="min-w-0 grow basis-40">
        {isCalm ? calmText(phone, outbox.length) : noticeOf(reach, outbox.length)}
      </span>
      {outbox.length > 0 && (
        <strong className={classNames('shrink-0', !isCalm && 'text-yolk-deep')}>
          {outbox.length} unsent
        </strong>
      )}
    </div>
  )
}

function calmText(phone: StallState['phone'], waiting: number): string {
  if (waiting > 0) return 'Connected. Sending what waits.'
  if (!phone?.heardAt) return 'All is kept on this phone.'
  return `All sent. The shop answered at ${formatClock(new Date(phone.heardAt), new Date())}.`
}

function noticeOf(reach: Exclude<Reach, 'there' | null>, waiting: number): ReactNode {
  if (reach === 'away') return <Notice title="No network.">All is kept on this phone.</Notice>
  if (reach === 'busy')
    return <Notice title="The shop is busy.">It is tried again by itself.</Notice>
  if (reach === 'ended') return <Notice title="This phone was signed out at the farm." />
  if (reach !== 'signed-out')
    return <Notice title="The shop is not working right now.">All is kept on this phone.</Notice>
  return (
    <Notice title="Please sign in again.">
      <a href="#sign-in" className="font-semibold underline">
        {waiting > 0 ? 'Then what waits is sent' : 'Sign in'}
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
  return <Wifi aria-hidden="true" className="size-5 shrink-0 text-in-stock" />
}

function OffIcon() {
  return <WifiOff aria-hidden="true" className="size-5 shrink-0 text-yolk-deep" />
}
