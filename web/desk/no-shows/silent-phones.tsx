import { type MissedDay, noShows } from '#contract/no-shows.ts'
import { call } from '#web/api/call.ts'
import { Notice } from '#web/desk/shared/notice.tsx'
import { useChange } from '#web/desk/shared/use-change.ts'
import { useFarmDates } from '#web/desk/shared/use-farm-dates.ts'
import { useQuestionAbout } from '#web/desk/shared/use-question.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type Phone = MissedDay['unheard'][number]

export function SilentPhones({ day }: { day: MissedDay }) {
  if (day.unheard.length === 0) return null
  return (
    <div className="mb-3 grid gap-2">
      {day.unheard.map((phone) => (
        <OnePhone key={phone.id} day={day} phone={phone} />
      ))}
    </div>
  )
}

function OnePhone({ day, phone }: { day: MissedDay; phone: Phone }) {
  const [subject, open] = useQuestionAbout<true>(`market/not-picked-up/without-${phone.id}`)
  const { formatMoment } = useFarmDates()
  const { label, heardAt, waiting } = phone
  const params = { id: String(day.id) }
  const goOn = useChange({
    send: () => call(noShows.goOnWithout, { params, body: { phoneId: phone.id } }),
    done: `You go on without ${label}`,
    failed: 'Nothing was decided',
    refreshes: [noShows.list],
    onShown: () => open(null),
  })
  const contact = heardAt
    ? `was last heard from on ${formatMoment(heardAt)}`
    : 'was never heard from'
  const more = waiting > 0 ? ` and has ${waiting} more to send` : ''
  return (
    <div className="grid gap-2">
      <Notice tone="warning">
        {label} {contact}
        {more}. It may know who came: connect it to the internet before you decide.
      </Notice>
      <div>
        <Button variant="quiet" onClick={() => open(true)}>
          Go on without {label}
        </Button>
      </div>
      <ConfirmDialog
        open={subject !== null}
        onClose={() => open(null)}
        title={`Go on without ${label}?`}
        confirmLabel="Go on without it"
        cancelLabel="Wait for it"
        onConfirm={() => goOn.mutate()}
        busy={goOn.isPending}
      >
        Then you can decide about these orders. What {label} sends later still counts, and you are
        shown whatever does not fit.
      </ConfirmDialog>
    </div>
  )
}
