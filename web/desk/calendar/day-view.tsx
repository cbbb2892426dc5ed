import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  calendar,
  type DeskCalendar,
  type DeskDay,
  dayChange,
} from '#contract/calendar/calendar.ts'
import { countPeople } from '#contract/calendar/calls.ts'
import { formatCutoff } from '#contract/calendar/day-text.ts'
import { HOURS_FIELDS } from '#contract/calendar/hours.ts'
import {
  type ChangeNotice,
  type DayAudience,
  marketDayChanges,
} from '#contract/calendar/market-day-changes.ts'
import { marketDays } from '#contract/calendar/market-days.ts'
import { settingValue } from '#contract/settings/setting-table.ts'
import { settings } from '#contract/settings/settings.ts'
import { farmInstant, formatDay } from '#contract/time/date-format.ts'
import { formatHours, formatWallTime } from '#contract/time/wall-time.ts'
import { today } from '#contract/today.ts'
import { call, query } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Card, ListEmpty, QueryStates } from '../shared/card.tsx'
import {
  ChangeQuestion,
  DialogAt,
  type DialogProps,
  openDialog,
  type QuestionProps,
  useDraft,
  useFinish,
} from '../shared/dialog-at.tsx'
import { changeOf } from '../shared/edit-conflict.ts'
import { errorsIn, type Saving, useCheckedForm, useEditForm } from '../shared/edit-form.ts'
import { Fact } from '../shared/facts.tsx'
import { EditDialog, readFields, typedFields } from '../shared/form-fields.tsx'
import { Notice } from '../shared/notice.tsx'
import { toastFailure } from '../shared/use-change.ts'
import { useFarmDates, useFarmTimeZone } from '../shared/use-farm-dates.ts'
import { CONCERNED, useCalendarChange } from './calendar-query.ts'
import {
  dayHash,
  formatFilling,
  formatOrdersLeft,
  formatPeople,
  placeName,
} from './calendar-text.ts'
import { CloseDialog } from './close-dialog.tsx'
import { DayProducts } from './day-products.tsx'
import { DayBadges } from './days-view.tsx'
import { HoursFields, type SentHours, type TypedHours } from './hours-fields.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { WhoIsTold } from './who-is-told.tsx'

export function DayView({ calendar: all, id }: { calendar: DeskCalendar; id: number }) {
  const day = all.days.find((one) => one.id === id)
  if (!day)
    return (
      <ListEmpty text="This day is over, or there is none.">
        <TextLink href="#calendar">All coming days</TextLink>
      </ListEmpty>
    )
  return <OneDay calendar={all} day={day} />
}

const TASKS = {
  hours: DayDialog,
  close: CloseDialog,
  open: OpenQuestion,
  message: MessageDialog,
  tell: TellDialog,
}

function OneDay({ calendar: all, day }: { calendar: DeskCalendar; day: DeskDay }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const address = dayHash(day.id)
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-2xl outline-none sm:text-3xl">
        {placeName(all.places, day.placeId)}, {formatDay(day.day)}
      </h2>
      <DayFacts day={day} />
      <DayProducts day={day} />
      {Object.entries(TASKS).map(([name, Task]) => (
        <DialogAt key={name} address={`${address}/${name}`}>
          {(dialog) => <Task day={day} calendar={all} focusElse={heading} {...dialog} />}
        </DialogAt>
      ))}
    </>
  )
}

const begin = ({ id }: DeskDay, task: keyof typeof TASKS) => openDialog(`${dayHash(id)}/${task}`)

function DayFacts({ day }: { day: DeskDay }) {
  const timeZone = useFarmTimeZone()
  const isOpen = day.state === 'open'
  return (
    <Card className="mb-8 grid gap-4">
      {day.unsettled > 0 && (
        <Notice tone="failure">
          This day is closed, and {formatOrdersLeft(day.unsettled)} on it. Please move or cancel
          them, or call the buyers.
        </Notice>
      )}
      <ChangedNotice day={day} />
      <OtherClockNote day={day} />
      <dl className="grid gap-3 sm:grid-cols-3">
        <Fact name="Hours">{formatHours(day)}</Fact>
        <Fact name="Order by">{formatCutoff(day, timeZone)}</Fact>
        <Fact name="How full">{formatFilling(day)}</Fact>
      </dl>
      {day.message && <p className="whitespace-pre-line wrap-anywhere">“{day.message}”</p>}
      <p className="flex flex-wrap gap-2">
        <DayBadges day={day} />
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={() => begin(day, 'hours')}>
          Change hours
        </Button>
        {!isOpen && (
          <Button variant="quiet" onClick={() => begin(day, 'open')}>
            Open it again
          </Button>
        )}
        {(isOpen || day.unsettled > 0) && (
          <Button variant="quiet" onClick={() => begin(day, 'close')}>
            {isOpen ? 'Call off or move' : 'Move or cancel its orders'}
          </Button>
        )}
        {day.orders > 0 && (
          <Button variant="quiet" onClick={() => begin(day, 'message')}>
            Email everyone
          </Button>
        )}
      </div>
    </Card>
  )
}

function ChangedNotice({ day }: { day: DeskDay }) {
  const { data } = useQuery(query(today.show))
  const changed = data?.changedDays.find(({ id }) => id === day.id)
  if (!changed) return null
  const many = formatPeople(changed.people)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Notice tone="warning">
        {many} {changed.people === 1 ? 'was' : 'were'} told something else about this day.
      </Notice>
      <Button onClick={() => begin(day, 'tell')}>Tell {many}</Button>
    </div>
  )
}

function OpenQuestion({ day, ...dialog }: QuestionProps & { day: DeskDay }) {
  return (
    <ChangeQuestion
      {...dialog}
      title="Open this day again?"
      send={() => {
        const body = { state: 'open', base: { state: day.state } } as const
        return call(calendar.changeDay, { params: { id: day.id }, body })
      }}
      done="The day is open again"
      failed="The day was not opened"
      refreshes={CONCERNED}
      confirmLabel="Open it again"
      busyLabel="Opening…"
    >
      Buyers can order for {formatDay(day.day)} again. Nobody is told by email.
    </ChangeQuestion>
  )
}

/** A day with orders keeps the old clock when the farm changes time zone. */
function OtherClockNote({ day }: { day: DeskDay }) {
  const { data: stored } = useQuery(query(settings.list))
  const { formatTime } = useFarmDates()
  if (!stored) return null
  const timeZone = settingValue(stored, 'time_zone')
  if (farmInstant(`${day.day}T${day.opens}`, timeZone) === day.opensAt) return null
  return (
    <Notice tone="warning">
      This day goes by your former time zone, since people had ordered for it: it opens at{' '}
      {formatTime(day.opensAt).replace(':00', '')} by your clock now. To open at{' '}
      {formatWallTime(day.opens)} by your clock, choose “Change hours” and save it.
    </Notice>
  )
}

function DayDialog({ day, ...dialog }: DialogProps & { day: DeskDay }) {
  const finish = useFinish()
  const save = useCalendarChange({
    send: ({ draft, loaded }: Saving<SentHours>) =>
      call(calendar.changeDay, { params: { id: day.id }, body: changeOf(loaded, draft) }),
    done: 'Day changed',
    failed: 'The day was not changed',
    onShown: async () => {
      const notice = await lookWhoKnows(day.id)
      if (notice && notice.people + notice.toCall.length > 0) finish(`${dayHash(day.id)}/tell`)
      else dialog.onClose()
    },
  })
  const edit = useEditForm({
    first: typedFields(HOURS_FIELDS, day),
    read: (typed: TypedHours) => readFields(HOURS_FIELDS, typed),
    check: dayChange.safeParse,
    save,
  })
  return (
    <EditDialog
      {...dialog}
      edit={edit}
      fields={HOURS_FIELDS}
      title={formatDay(day.day)}
      description="This day keeps what you set here even if the schedule changes. Its orders stay, and you can tell their buyers next."
      save="Save this day"
    >
      <div className="grid gap-7">
        <HoursFields {...edit.wires} weekday={weekdayOf(day)} />
      </div>
    </EditDialog>
  )
}

/** Null when nobody answers: the day's page says it too. */
function lookWhoKnows(id: number): Promise<ChangeNotice | null> {
  const preview = { params: { id }, body: { preview: true } }
  return call(marketDayChanges.changeNotice, preview).catch(() => null)
}

function weekdayOf({ day }: DeskDay): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

function TellDialog({ day, ...dialog }: QuestionProps & { day: DeskDay }) {
  const { open, onClose, focusElse } = dialog
  const finish = useFinish()
  const ask = (body: { preview?: boolean; isKnown?: boolean }) =>
    call(marketDayChanges.changeNotice, { params: { id: day.id }, body })
  const look = useQuery({
    queryKey: [marketDays.list.path, day.id, 'change'],
    queryFn: () => ask({ preview: true }),
    enabled: open,
    gcTime: 0,
    staleTime: 0,
  })
  const tell = useCalendarChange({
    send: (isKnown: boolean) => ask({ isKnown }),
    done: ({ people, toCall, queued }) => ({
      title: people + toCall.length === 0 ? 'Nobody is told' : `Told ${formatPeople(queued)}`,
    }),
    failed: 'Nobody was told',
    onShown: ({ toCall }) => (toCall.length > 0 ? finish('calls') : onClose()),
  })
  const many = look.data ? look.data.people + countPeople(look.data.toCall) : 0
  return (
    <Dialog
      open={open}
      onClose={onClose}
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

function MessageDialog({ day, ...dialog }: DialogProps & { day: DeskDay }) {
  const [message, setMessage] = useDraft('message', '')
  const failed = 'Nobody was emailed'
  const finish = useFinish()
  const request = (preview: boolean) => (sent: { id: string; message: string }) =>
    call(marketDayChanges.message, { params: { id: day.id }, body: { ...sent, preview } })
  const look = useMutation({
    mutationFn: request(true),
    onError: (failure) => toastFailure(failed, failure),
  })
  const send = useCalendarChange({
    send: request(false),
    done: ({ people }) => ({ title: `Emailed ${formatPeople(people)}` }),
    failed,
    onShown: ({ toCall }) => (toCall.length > 0 ? finish('calls') : dialog.onClose()),
  })
  const checked = useCheckedForm(look)
  const submit = () => {
    const body = { id: newUuid(), message }
    checked.send(errorsIn(marketDayChanges.message.body.safeParse(body)), body)
  }
  const { data: audience, variables: sent } = look
  return (
    <PlanDialog
      title={`Email everyone who ordered for ${formatDay(day.day)}`}
      {...dialog}
      isTouched={() => message !== ''}
      form={checked.form}
      planned={{
        look,
        plan: audience ?? null,
        isSaving: send.isPending,
        confirm: () => sent && send.mutate(sent),
        back: look.reset,
      }}
      onLook={submit}
      lookLabel="Preview"
      saveLabel={saveLabel(audience)}
      preview={({ people, toCall }) => (
        <div className="grid gap-4">
          <WhoIsTold people={people} toCall={toCall} />
          <p className="rounded-xl bg-paper p-4 whitespace-pre-wrap wrap-anywhere">{message}</p>
        </div>
      )}
    >
      <TextAreaField
        label="Message"
        required
        name="message"
        hint="Such as: we are running late, or please use the other entrance."
        maxLength={1000}
        rows={5}
        value={message}
        error={checked.errors.message}
        onChange={({ target }) => setMessage(target.value)}
      />
    </PlanDialog>
  )
}

function saveLabel(audience: DayAudience | undefined): string {
  if (!audience) return 'Send'
  const { people, toCall } = audience
  return people > 0
    ? `Send to ${formatPeople(people)}`
    : `Note ${formatPeople(countPeople(toCall))} to call`
}
