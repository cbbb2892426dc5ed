import { useQuery } from '@tanstack/react-query'
import { type MissedDay, type NoShow, noShows } from '#contract/market/no-shows.ts'
import { formatBoxes } from '#contract/packing/box-text.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { Notice } from '#web/desk/shared/notice.tsx'
import { useChange } from '#web/desk/shared/use-change.ts'
import { useFarmDates } from '#web/desk/shared/use-farm-dates.ts'
import { useQuestionAbout } from '#web/desk/shared/use-question.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { phoneHref } from '#web/ui/phone-href.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { CardList, CardRow } from '../shared/card.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { NotPaidMark } from '../shared/not-paid-mark.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { NoShowDialog } from './no-show-dialog.tsx'

/** Orders that nobody came for, day by day. Nothing happens to them by itself. `dayId`: the day whose boxes can be handed out here. */
export function NoShowsView({ dayId }: { dayId: number }) {
  return (
    <QueryStates
      loading="Looking for orders that were not picked up…"
      failed="The orders could not be loaded."
      query={useQuery(noShowsQuery)}
    >
      {(days) =>
        days.length === 0 ? (
          <ListEmpty text="No market has closed with boxes left." />
        ) : (
          <div className="grid gap-6">
            <p className="text-bark-deep">
              Nothing happens to these orders by itself. Money that was paid stays, unless you
              cancel one.
            </p>
            {days.map((day) => (
              <OneDay key={day.id} day={day} isHere={day.id === dayId} />
            ))}
          </div>
        )
      }
    </QueryStates>
  )
}

type OneDayProps = { day: MissedDay; isHere: boolean }

function OneDay({ day, isHere }: OneDayProps) {
  return (
    <section aria-label={`${day.placeName}, ${formatDay(day.day)}`}>
      <h3 className="mb-2 text-xl">
        {formatDay(day.day)} · {day.placeName}
      </h3>
      <p className="mb-2 text-bark-deep">
        Did somebody come after all?{' '}
        <TextLink href={isHere ? '#hand-out' : `/admin/stall?day=${day.id}#hand-out`}>
          Hand it out
        </TextLink>
      </p>
      <SilentPhones day={day} />
      <CardList>
        {day.orders.map((order) => (
          <NoShowRow key={order.id} day={day} order={order} />
        ))}
      </CardList>
    </section>
  )
}

function NoShowRow({ day, order }: { day: MissedDay; order: NoShow }) {
  const address = `close/no-shows/${order.id}`
  const { id, customerName, customerPhone, items, boxes, isKept, keptUntil } = order
  const goods = items.map(({ units, name }) => `${units} × ${name}`).join(', ')
  return (
    <CardRow className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <a
          href={`/admin#orders/${id}`}
          className="inline-flex min-h-11 min-w-11 items-center text-xl font-semibold tabular-nums underline underline-offset-4"
        >
          #{id}
        </a>
        <span className="text-lg font-semibold wrap-anywhere">{customerName}</span>
        {order.isUnpaid && <NotPaidMark />}
        {customerPhone && (
          <a
            href={phoneHref(customerPhone)}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {customerPhone}
          </a>
        )}
      </div>
      <p className="wrap-anywhere text-bark-deep">
        {formatBoxes(boxes)} · {goods}
      </p>
      {keptUntil && (
        <p className={isKept ? 'font-semibold text-leaf-deep' : 'font-semibold text-yolk-deep'}>
          {isKept ? `Kept until ${formatDay(keptUntil)}` : `Was kept until ${formatDay(keptUntil)}`}
        </p>
      )}
      <div>
        <Button
          variant={isKept ? 'quiet' : 'sprout'}
          aria-label={`No-show: choose, order ${id}`}
          onClick={() => openDialog(address)}
        >
          {isKept ? 'Choose again' : 'No-show: choose'}
        </Button>
      </div>
      <DialogAt address={address} holds="customers">
        {(dialog) => <NoShowDialog day={day} order={order} {...dialog} />}
      </DialogAt>
    </CardRow>
  )
}

const noShowsQuery = { ...query(noShows.list), staleTime: 0 }

type Phone = MissedDay['unheard'][number]

function SilentPhones({ day }: { day: MissedDay }) {
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
  const [subject, open] = useQuestionAbout<true>(`close/no-shows/without-${phone.id}`)
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
        {more}. It may know who came: connect it to the internet before you choose.
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
        Then you can choose what happens to these orders. What {label} sends later still counts, and
        you are shown whatever does not fit.
      </ConfirmDialog>
    </div>
  )
}
