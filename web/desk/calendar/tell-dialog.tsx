import { useQuery } from '@tanstack/react-query'
import type { DeskDay } from '#contract/calendar/days.ts'
import { marketDayChanges } from '#contract/calendar/market-day-changes.ts'
import { marketDays } from '#contract/calendar/market-days.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { QuestionProps } from '../shared/change-question.tsx'
import { useFinish } from '../shared/dialog-at.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { useCalendarChange } from './calendar-query.ts'
import { formatPeople } from './calendar-text.ts'
import { WhoIsTold } from './who-is-told.tsx'

/** What a day's buyers were told otherwise, and telling them what has changed: each once. */
export function TellDialog({ day, ...dialog }: QuestionProps & { day: DeskDay }) {
  const { open, onClose, focusElse } = dialog
  const finish = useFinish()
  const ask = (body: { preview?: boolean; isKnown?: boolean }) =>
    call(marketDayChanges.changeNotice, { params: { id: String(day.id) }, body })
  const look = useQuery({
    queryKey: [marketDays.list.path, day.id, 'change'],
    queryFn: () => ask({ preview: true }),
    ...{ enabled: open, gcTime: 0, staleTime: 0, refetchOnWindowFocus: false },
  })
  const tell = useCalendarChange({
    send: (isKnown: boolean) => ask({ isKnown }),
    done: ({ people, toCall, queued }) => ({
      title: people + toCall.length === 0 ? 'Nobody is told' : `Told ${formatPeople(queued)}`,
    }),
    failed: 'Nobody was told',
    onShown: ({ toCall }) => (toCall.length > 0 ? finish('calls') : onClose()),
  })
  const many = look.data ? look.data.people + look.data.toCall.length : 0
  return (
    <Dialog
      {...{ open, onClose }}
      title={`What changed on ${formatDay(day.day)}`}
      onFocusLost={() => focusElse.current?.focus()}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" disabled={many === 0} onClick={() => tell.mutate(true)}>
            They know already
          </Button>
          <Button disabled={many === 0} busy={tell.isPending} onClick={() => tell.mutate(false)}>
            Tell {formatPeople(many)}
          </Button>
        </div>
      }
    >
      <QueryStates
        loading="Looking who was told otherwise…"
        failed="Could not find out who was told otherwise."
        query={look}
      >
        {({ people, toCall, messages }) => (
          <div className="grid gap-4">
            {people + toCall.length === 0 && <p>Everybody knows.</p>}
            <WhoIsTold people={people} toCall={toCall} />
            {messages.map((message) => (
              <p
                key={message}
                className="rounded-xl bg-paper p-4 whitespace-pre-wrap wrap-anywhere"
              >
                {message}
              </p>
            ))}
          </div>
        )}
      </QueryStates>
    </Dialog>
  )
}
