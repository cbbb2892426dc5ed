import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { admin } from '#contract/admin.ts'
import { formatDay } from '#contract/date-format.ts'
import { marketDayChanges, type ReadyNotice } from '#contract/market-day-changes.ts'
import { marketDays } from '#contract/market-days.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { ChangeQuestion } from '../shared/change-question.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { useQuestion } from '../shared/use-question.ts'
import { CONCERNED } from './calendar-query.ts'
import { dayHash, formatPeople } from './calendar-text.ts'
import { PeopleToCall } from './who-is-told.tsx'

type ReadyButtonProps = { day: { id: number; day: string }; orderId?: number }

/** Notifies the buyers who were not notified yet; everybody again only on request. */
export function ReadyButton({ day, orderId }: ReadyButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const where = orderId === undefined ? dayHash(day.id) : `orders/${orderId}`
  const [isOpen, setOpen] = useQuestion(`${where}/ready`)
  const { formatMoment } = useFarmDates()
  const send = (body: { again?: boolean; preview?: boolean }) => sendReady(day.id, orderId, body)
  const notices = useQuery({ ...query(admin.notices), enabled: orderId !== undefined })
  const { data, error } = useQuery({
    enabled: orderId === undefined || notices.data?.mailConfigured === true,
    queryKey: [marketDays.list.path, day.id, 'ready', orderId ?? 'all'],
    queryFn: () => send({ preview: true }),
    retry: false,
  })
  // At an order the sentence would stand in the way of what can be done.
  if (error && orderId !== undefined) return null
  if (error) return <p className="w-full text-bark-deep">{sentenceOf(error)}</p>
  if (!data) return null
  const { people, untold, toldAt, toCall } = data
  const again = untold === 0
  const many = again ? people : untold
  const notified =
    toldAt === null ? '' : `${formatPeople(people - untold)} told ${formatMoment(toldAt)}. `
  const goals = orderId === undefined ? `with an order for ${formatDay(day.day)}` : `of #${orderId}`
  return (
    <>
      {people > 0 && (
        <Button ref={button} variant="quiet" onClick={() => setOpen(true)}>
          {again ? 'Ready: tell them again' : `Ready: tell ${formatPeople(untold)}`}
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
      >
        {notified}
        {again || toldAt === null ? 'Everybody' : 'Everybody else'} {goals} gets an email that it is
        ready.
      </ChangeQuestion>
    </>
  )
}

function sendReady(
  dayId: number,
  orderId: number | undefined,
  body: { again?: boolean; preview?: boolean },
): Promise<ReadyNotice> {
  return orderId === undefined
    ? call(marketDayChanges.ready, { params: { id: String(dayId) }, body })
    : call(marketDayChanges.orderReady, { params: { id: String(orderId) }, body })
}

function ToCall({ people }: { people: ReadyNotice['toCall'] }) {
  if (people.length === 0) return null
  return (
    <div className="grid w-full gap-2">
      <p className="text-[0.9375rem]">No email reaches these buyers, please call them:</p>
      <PeopleToCall people={people} />
    </div>
  )
}
