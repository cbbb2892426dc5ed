import { useRef } from 'react'
import { type StallPhone, stallDesk } from '#contract/market/stall-desk.ts'
import { today } from '#contract/today.ts'
import { call } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardRow, RowText } from '../shared/card.tsx'
import { ChangeQuestion } from '../shared/change-question.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { useQuestion } from '../shared/use-question.ts'
import { linesOfPhone } from './stall-text.ts'

const REFRESHES = [stallDesk.overview, today.show]

export function PhoneRow({ phone }: { phone: StallPhone }) {
  const { formatMoment } = useFarmDates()
  const { label, personName, lostAt, endsAt } = phone
  const row = useRef<HTMLLIElement>(null)
  return (
    <CardRow ref={row} tabIndex={-1} className="flex flex-wrap items-center gap-3 px-4 py-3">
      <RowText
        title={personName ? `${label} · ${personName}` : label}
        note={linesOfPhone(phone, formatMoment).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        className="basis-72"
      />
      {lostAt !== null && <Badge variant="secondary">Lost</Badge>}
      <div className="flex flex-wrap gap-2">
        {lostAt === null && endsAt !== null && <LostButton phone={phone} />}
        <DoneButton phone={phone} />
      </div>
    </CardRow>
  )
}

function LostButton({ phone: { id, label } }: { phone: StallPhone }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isConfirming, setConfirming] = useQuestion(`stall/${id}/lost`, 'stall')
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        onClick={() => setConfirming(true)}
        aria-label={`Lost: ${label}`}
      >
        Lost
      </Button>
      <ChangeQuestion
        open={isConfirming}
        onClose={() => setConfirming(false)}
        focusElse={button}
        title={`Is ${label} lost?`}
        send={() => call(stallDesk.lost, { params: { id } })}
        done={`${label} is marked as lost`}
        failed="Not marked as lost"
        refreshes={REFRESHES}
        confirmLabel="It is lost"
        busyLabel="Marking…"
      >
        It can no longer read any names, and forgets them once it reaches the shop. Whoever used it
        is signed out on it: a helper needs a new link. Its notes are kept: if they still arrive,
        you decide about each one here.
      </ChangeQuestion>
    </>
  )
}

function DoneButton({ phone }: { phone: StallPhone }) {
  const { id, label, waiting, missing } = phone
  const button = useRef<HTMLButtonElement>(null)
  const [isConfirming, setConfirming] = useQuestion(`stall/${id}/done`, 'stall')
  const left = waiting + missing
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        onClick={() => setConfirming(true)}
        aria-label={`Done: ${label}`}
      >
        Done
      </Button>
      <ChangeQuestion
        open={isConfirming}
        onClose={() => setConfirming(false)}
        focusElse={button}
        title={`Is ${label} done for now?`}
        send={() => call(stallDesk.done, { params: { id } })}
        done={`${label} is done`}
        failed="Not ended"
        refreshes={REFRESHES}
        confirmLabel="It is done"
        busyLabel="Ending…"
      >
        {left > 0
          ? `${left === 1 ? 'A note' : `${left} notes`} on it may still be missing here. It can send them only after somebody signs in on it again.`
          : 'Somebody has to sign in on it before it can sell again. Nothing waits on it.'}
      </ChangeQuestion>
    </>
  )
}
