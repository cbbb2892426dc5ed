import { useQuery } from '@tanstack/react-query'
import type { DeskCalendar } from '#contract/calendar/calendar.ts'
import { marketDayChanges, type UnsettledDay } from '#contract/calendar/market-day-changes.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { phoneHref } from '#web/ui/phone-href.ts'
import { useCalendarChange } from './calendar-query.ts'
import { dayHash, formatStanding } from './calendar-text.ts'

export function UnsettledDays({ calendar }: { calendar: DeskCalendar }) {
  const { data = [] } = useQuery(query(marketDayChanges.listUnsettled))
  if (data.length === 0) return null
  return (
    <div className="mb-8 grid gap-4">
      {data.map((day) => (
        <UnsettledCard
          key={day.id}
          day={day}
          isToCome={calendar.days.some(({ id }) => id === day.id)}
        />
      ))}
    </div>
  )
}

function UnsettledCard({ day, isToCome }: { day: UnsettledDay; isToCome: boolean }) {
  const title = `${day.placeName}, ${formatDay(day.day)} is closed, and ${formatStanding(day.orders.length)} on it`
  return (
    <section
      aria-label={title}
      className="rounded-2xl border-2 border-beet bg-beet-pale p-4 sm:p-6"
    >
      <h2 className="mb-1 text-xl text-balance text-beet sm:text-2xl">{title}.</h2>
      <p>Move or cancel them, or call each buyer and tick it off here.</p>
      <ul className="my-3 divide-y divide-straw rounded-xl bg-card">
        {day.orders.map((order) => (
          <UnsettledOrder key={order.id} order={order} />
        ))}
      </ul>
      {isToCome && (
        <a
          href={`#${dayHash(day.id)}`}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Move or cancel all of them
        </a>
      )}
    </section>
  )
}

function UnsettledOrder({ order }: { order: UnsettledDay['orders'][number] }) {
  const { id, customerName, customerPhone } = order
  const settle = useCalendarChange({
    send: () =>
      call(marketDayChanges.settleOrder, {
        params: { id: String(id) },
        body: { isSettled: true },
      }),
    done: `Order #${id} is settled`,
    failed: 'Not saved, please tap again',
  })
  const link = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <a href={`#orders/${id}`} className={link}>
        #{id}
      </a>
      <span className="grow wrap-anywhere">{customerName}</span>
      {customerPhone && (
        <a href={phoneHref(customerPhone)} className={link}>
          {customerPhone}
        </a>
      )}
      <Button
        variant="quiet"
        size="sm"
        busy={settle.isPending}
        aria-label={`Settled by phone, order ${id}`}
        onClick={() => settle.mutate()}
      >
        Settled by phone
      </Button>
    </li>
  )
}
