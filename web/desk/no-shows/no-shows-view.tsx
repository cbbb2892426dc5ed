import { useQuery } from '@tanstack/react-query'
import { formatBoxes } from '#contract/box-text.ts'
import { formatDay } from '#contract/date-format.ts'
import type { MissedDay, NoShow } from '#contract/no-shows.ts'
import { Button } from '#web/ui/button.tsx'
import { phoneHref } from '#web/ui/phone-href.ts'
import { NotSaved, useCollected } from '../packing/use-tick.tsx'
import { CardList, CardRow } from '../shared/card.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { NotPaidMark } from '../shared/not-paid-mark.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { NoShowDialog } from './no-show-dialog.tsx'
import { noShowsQuery } from './no-shows-query.ts'
import { SilentPhones } from './silent-phones.tsx'

/** Orders that nobody came for, day by day. Nothing happens to them by itself. */
export function NoShowsView() {
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
              <OneDay key={day.id} day={day} />
            ))}
          </div>
        )
      }
    </QueryStates>
  )
}

function OneDay({ day }: { day: MissedDay }) {
  return (
    <section aria-label={`${day.placeName}, ${formatDay(day.day)}`}>
      <h3 className="mb-2 text-xl">
        {formatDay(day.day)} · {day.placeName}
      </h3>
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
  const address = `market/not-picked-up/${order.id}`
  const { id, customerName, customerPhone, items, boxes, isKept, keptUntil } = order
  const goods = items.map(({ units, name }) => `${units} × ${name}`).join(', ')
  return (
    <CardRow className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <a
          href={`#orders/${id}`}
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
      <div className="flex flex-wrap items-start gap-2">
        <Button variant={isKept ? 'quiet' : 'primary'} onClick={() => openDialog(address)}>
          {isKept ? 'Decide again' : 'Decide'}
        </Button>
        <PickedUp id={id} />
      </div>
      <DialogAt address={address} holds="customers">
        {(dialog) => <NoShowDialog day={day} order={order} {...dialog} />}
      </DialogAt>
    </CardRow>
  )
}

/** A no-show that came after all is handed over like any other order. */
function PickedUp({ id }: { id: number }) {
  const tick = useCollected(id)
  return (
    <span className="grid gap-1">
      <Button
        variant="quiet"
        busy={tick.isPending}
        aria-label={`Picked up after all, order ${id}`}
        onClick={() => tick.mutate(true)}
      >
        Picked up after all
      </Button>
      <NotSaved tick={tick} />
    </span>
  )
}
