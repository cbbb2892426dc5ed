import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DeskDay } from '#contract/calendar-days.ts'
import { formatDay } from '#contract/date-format.ts'
import { marketDayChanges } from '#contract/market-day-changes.ts'
import { marketDays } from '#contract/market-days.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { ChangeQuestion } from '../shared/change-question.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { CONCERNED } from './calendar-query.ts'
import { formatPeople } from './calendar-words.ts'

/** Tells everybody of a day that their order is ready; a second time only when asked for again. */
export function ReadyButton({ day }: { day: DeskDay }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isAsking, setAsking] = useState(false)
  const { formatMoment } = useFarmDates()
  const params = { id: String(day.id) }
  const { data, error } = useQuery({
    queryKey: [marketDays.list.path, day.id, 'ready'],
    queryFn: () => call(marketDayChanges.ready, { params, body: { preview: true } }),
    retry: false,
  })
  if (error) return <p className="w-full text-bark-deep">{sentenceOf(error)}</p>
  if (!data || data.people === 0) return null
  const { people, toldAt } = data
  const told = toldAt === null ? '' : `They were told ${formatMoment(toldAt)}. `
  return (
    <>
      <Button ref={button} variant="quiet" onClick={() => setAsking(true)}>
        {toldAt === null ? `Ready: tell ${formatPeople(people)}` : 'Ready: tell them again'}
      </Button>
      <ChangeQuestion
        open={isAsking}
        onClose={() => setAsking(false)}
        focusElse={button}
        title={`Tell ${formatPeople(people)}?`}
        send={() => call(marketDayChanges.ready, { params, body: { again: toldAt !== null } })}
        done={(answer) => ({ title: `Told ${formatPeople(answer.people)}` })}
        failed="Nobody was told"
        refreshes={CONCERNED}
        confirmLabel={toldAt === null ? 'Tell them' : 'Tell them again'}
        busyLabel="Telling…"
      >
        {told}Everybody with an order for {formatDay(day.day)} gets an email that it is ready.
      </ChangeQuestion>
    </>
  )
}
