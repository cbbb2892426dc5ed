import { useQuery } from '@tanstack/react-query'
import { type CallToMake, calls, countPeople } from '#contract/calendar/calls.ts'
import { marketDayChanges, type PersonToCall } from '#contract/calendar/market-day-changes.ts'
import { marketDays } from '#contract/calendar/market-days.ts'
import { formatList } from '#contract/text/format-list.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { call, query } from '#web/api/call.ts'
import { CONCERNED } from '../calendar/calendar-query.ts'
import { formatPeople } from '../calendar/calendar-text.ts'
import { DoneCalls, OpenCalls } from '../calendar/call-rows.tsx'
import { PeopleToCall } from '../calendar/who-is-told.tsx'
import { CardList } from '../shared/card.tsx'
import { QuestionButton } from '../shared/question-button.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'

type TellDayProps = { day: string; packed: number; address: string }

export function TellDay({ day, packed, address }: TellDayProps) {
  const send = (body: { again?: boolean; preview?: boolean }) =>
    call(marketDayChanges.ready, { params: { day }, body })
  const { data } = useQuery({
    queryKey: [marketDays.list.path, day, 'ready', packed],
    queryFn: () => send({ preview: true }),
  })
  const list = useQuery(query(calls.list)).data
  const { formatMoment } = useFarmDates()
  if (!data || packed === 0) return null
  const { people, untold, toldAt, toCall, unpacked } = data
  const isReady = (one: CallToMake) => one.kind === 'ready' && one.day === day
  const [open, done] = [list?.open.filter(isReady) ?? [], list?.done.filter(isReady) ?? []]
  const listed = new Set([...open, ...done].map(({ orderId }) => orderId))
  const uncalled = toCall.filter(({ id }) => !listed.has(id))
  const byPhone = countPeople(uncalled)
  const many = untold + byPhone
  const again = many === 0
  const isByPhone = !again && untold === 0
  const verb = isByPhone ? 'Call' : 'Tell'
  const who = `${verb} ${formatPeople(again ? people : many)}`
  return (
    <section aria-label="Tell people" className="grid gap-3">
      {unpacked.length > 0 && (
        <p className="rounded-xl border-2 border-dashed border-straw px-4 py-3">
          Not packed, so not told yet:{' '}
          {formatList(unpacked.map(({ id, customerName }) => `#${id} ${customerName}`))}
        </p>
      )}
      {people + many > 0 && (
        <QuestionButton
          address={address}
          button={{
            variant: unpacked.length === 0 && !again ? 'primary' : 'quiet',
            size: 'lg',
            children: again ? 'Send “it’s ready” again' : isByPhone ? who : `${who} it’s ready`,
          }}
          title={`${who}?`}
          send={() => send({ again })}
          done={({ queued }) => ({
            title: isByPhone
              ? `${formatPeople(many)} on your list of calls`
              : `Told ${formatPeople(queued + byPhone)}`,
          })}
          failed={isByPhone ? 'Not saved, please try again' : 'Nobody was told'}
          refreshes={CONCERNED}
          isSafe
          confirmLabel={isByPhone ? 'List the calls' : again ? 'Send again' : 'Tell them'}
          busyLabel={isByPhone ? 'Saving…' : 'Telling…'}
        >
          {!isByPhone &&
            `${again || toldAt === null ? 'Everybody' : 'Everybody else'} whose box for ${formatDay(day)} is packed gets an email that it is ready. `}
          {uncalled.length > 0 &&
            `We can’t email ${formatPeople(byPhone)}: they go on your call list and stay on Today until you check them off.`}
        </QuestionButton>
      )}
      <p className="text-center text-bark-deep">
        {[
          ...(toldAt === null
            ? []
            : [`${formatPeople(people - untold)} told ${formatMoment(toldAt)}.`]),
          ...(untold > 0 ? [`${formatPeople(untold)} get an email.`] : []),
          ...(uncalled.length > 0 && !isByPhone ? [`You call ${byPhone}.`] : []),
        ].join(' ')}
      </p>
      <NoEmail uncalled={uncalled} open={open} done={done} />
    </section>
  )
}

type NoEmailProps = {
  uncalled: readonly PersonToCall[]
  open: readonly CallToMake[]
  done: readonly CallToMake[]
}

function NoEmail({ uncalled, open, done }: NoEmailProps) {
  const listed = countPeople([...open, ...done])
  if (listed + uncalled.length === 0) return null
  return (
    <section aria-label="No email: call or text" className="grid gap-2">
      <h3 className="flex flex-wrap justify-between gap-x-4 text-lg">
        No email: call or text
        {listed > 0 && (
          <span className="font-sans text-base font-normal text-bark-deep">
            {listed - countPeople(open)} of {listed} done
          </span>
        )}
      </h3>
      {uncalled.length > 0 && <PeopleToCall people={uncalled} />}
      {listed > 0 && (
        <CardList>
          <OpenCalls calls={open} />
          <DoneCalls calls={done} />
        </CardList>
      )}
      {open.length > 0 && (
        <p className="text-bark-deep">They stay on Today until you check them off.</p>
      )}
    </section>
  )
}
