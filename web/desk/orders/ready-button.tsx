import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { marketDayChanges, type ReadyNotice } from '#contract/calendar/market-day-changes.ts'
import { marketDays } from '#contract/calendar/market-days.ts'
import { admin } from '#contract/people/admin.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { CONCERNED } from '../calendar/calendar-query.ts'
import { formatPeople } from '../calendar/calendar-text.ts'
import { PeopleToCall } from '../calendar/who-is-told.tsx'
import { ChangeQuestion } from '../shared/change-question.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { useQuestion } from '../shared/use-question.ts'

type ReadyButtonProps = {
  day: { id: number; day: string }
  orderId: number
}

/** Tells the buyer of one order, again only on request. */
export function ReadyButton({ day, orderId }: ReadyButtonProps) {
  const notices = useQuery(query(admin.notices))
  const send = (body: ReadyBody) =>
    call(marketDayChanges.orderReady, { params: { id: String(orderId) }, body })
  const { data } = useQuery({
    enabled: notices.data?.mailConfigured === true,
    queryKey: [marketDays.list.path, day.id, 'ready', orderId],
    queryFn: () => send({ preview: true }),
    retry: false,
  })
  if (!data) return null
  return (
    <TellReady
      address={`orders/${orderId}/ready`}
      notice={data}
      goals={`of #${orderId}`}
      send={send}
    />
  )
}

type ReadyBody = { again?: boolean; preview?: boolean }

type TellReadyProps = {
  address: string
  notice: ReadyNotice
  goals: string
  send: (body: ReadyBody) => Promise<ReadyNotice>
}

function TellReady({ address, notice, goals, send }: TellReadyProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useQuestion(address)
  const { formatMoment } = useFarmDates()
  const { people, untold, toldAt, toCall } = notice
  const again = untold === 0
  const many = again ? people : untold
  const notified =
    toldAt === null ? '' : `${formatPeople(people - untold)} told ${formatMoment(toldAt)}. `
  return (
    <>
      {people > 0 && (
        <Button ref={button} variant="quiet" onClick={() => setOpen(true)}>
          {again ? 'Tell them again that it’s ready' : `Tell ${formatPeople(untold)} it’s ready`}
        </Button>
      )}
      <ToCall people={toCall} />
      <ChangeQuestion
        open={isOpen}
        onClose={() => setOpen(false)}
        focusElse={button}
        title={`Tell ${formatPeople(many)}?`}
        send={() => send({ again })}
        done={(answer) => ({ title: `Told ${formatPeople(answer.queued)}` })}
        failed="Nobody was told"
        refreshes={CONCERNED}
        confirmLabel={again ? 'Tell them again' : 'Tell them'}
        busyLabel="Telling…"
        isSafe
      >
        {notified}
        {again || toldAt === null ? 'Everybody' : 'Everybody else'} {goals} gets an email that it is
        ready.
      </ChangeQuestion>
    </>
  )
}

function ToCall({ people }: { people: ReadyNotice['toCall'] }) {
  if (people.length === 0) return null
  return (
    <div className="grid w-full gap-2">
      <p className="text-[0.9375rem]">
        We have no email address for these buyers. Please call them:
      </p>
      <PeopleToCall people={people} />
    </div>
  )
}
