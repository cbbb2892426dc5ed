import { useQuery } from '@tanstack/react-query'
import { CirclePause, CirclePlay } from 'lucide-react'
import { useState } from 'react'
import {
  calendar,
  type DeskCalendar,
  type PauseChange,
  pauseChange,
} from '#contract/calendar/calendar.ts'
import { farmInstant } from '#contract/time/date-format.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { DialogAt, type DialogProps, openDialog, useDraft } from '../shared/dialog-at.tsx'
import { errorsIn, useCheckedForm, wiredTo } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useFarmDates, useFarmTimeZone } from '../shared/use-farm-dates.ts'
import { calendarQuery, useCalendarChange } from './calendar-query.ts'

export function OrdersPause() {
  const { data } = useQuery(calendarQuery)
  if (!data) return null
  return (
    <>
      {data.pause && <PauseNotice pause={data.pause} />}
      <DialogAt address={PAUSE_ADDRESS}>
        {(dialog) => <PauseDialog pause={data.pause} {...dialog} />}
      </DialogAt>
    </>
  )
}

export function PauseTools() {
  const { data } = useQuery(calendarQuery)
  if (!data || data.pause) return null
  return (
    <Button variant="quiet" size="sm" onClick={() => openDialog(PAUSE_ADDRESS)}>
      <CirclePause aria-hidden="true" className="size-5" />
      Stop taking orders
    </Button>
  )
}

type Pause = NonNullable<DeskCalendar['pause']>

function PauseNotice({ pause }: { pause: Pause }) {
  const { message, since, resumesAt } = pause
  const { formatMoment } = useFarmDates()
  const goOn = usePauseChange('Ordering is back on')
  return (
    <section
      aria-label="No orders are taken"
      className="mb-3 flex flex-wrap items-center gap-3 rounded-2xl border-2 border-beet bg-beet-pale px-4 py-3"
    >
      <div className="min-w-0 grow wrap-anywhere">
        <p className="font-semibold text-beet">
          Ordering is off since {formatMoment(since)}
          {resumesAt ? `, until ${formatMoment(resumesAt)}` : ''}.
        </p>
        {message && <p>Customers read: “{message}”</p>}
      </div>
      <Button variant="quiet" onClick={() => openDialog(PAUSE_ADDRESS)}>
        Change message or end date
      </Button>
      <Button busy={goOn.isPending} onClick={() => goOn.mutate({ isPaused: false, message: null })}>
        {!goOn.isPending && <CirclePlay aria-hidden="true" className="size-5" />}
        Turn ordering back on
      </Button>
    </section>
  )
}

function PauseDialog({ pause: now, ...dialog }: DialogProps & { pause: Pause | null }) {
  const [pause] = useState(now)
  const [first] = useState({ message: pause?.message ?? DEFAULT_MESSAGE, resumesAt: '' })
  const [typed, setTyped] = useDraft('typed', first)
  const timeZone = useFarmTimeZone()
  const done = pause ? 'Customers read it now' : 'Ordering is off'
  const save = usePauseChange(done, dialog.onClose)
  const { form, send, errors } = useCheckedForm(save)
  const submit = () => {
    // The old end stands until a new one is typed.
    const until = typed.resumesAt
      ? farmInstant(typed.resumesAt, timeZone)
      : (pause?.resumesAt ?? null)
    const body = { isPaused: true, message: typed.message, resumesAt: until }
    send(errorsIn(pauseChange.safeParse(body)), body)
  }
  const wired = wiredTo({ typed, onType: setTyped, errors })
  return (
    <FormDialog
      title={pause ? 'While ordering is off' : 'Stop taking orders?'}
      description="Customers can look but not order until you turn it back on. Payments that have begun are finished, and carts are kept."
      {...dialog}
      isTouched={() => typed !== first}
      form={form}
      onSubmit={submit}
      save={{ label: pause ? 'Save' : 'Stop taking orders', busy: save.isPending }}
    >
      <div className="grid gap-5">
        <TextAreaField label="What customers read" maxLength={500} {...wired('message')} />
        <TextField
          label="Until when?"
          type="datetime-local"
          hint={
            pause?.resumesAt
              ? 'Leave it empty to keep the end date you chose.'
              : 'Ordering turns back on by itself then. Leave it empty to turn it back on by hand.'
          }
          {...wired('resumesAt')}
        />
      </div>
    </FormDialog>
  )
}

/** What customers read until the farmer says more. */
const DEFAULT_MESSAGE = 'We are not taking orders right now.'

const PAUSE_ADDRESS = 'calendar/pause'

function usePauseChange(done: string, onShown = () => {}) {
  return useCalendarChange({
    send: (body: PauseChange) => call(calendar.changePause, { body }),
    done,
    failed: 'Not saved, please try again',
    onShown,
  })
}
