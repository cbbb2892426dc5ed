import { Fragment, useRef } from 'react'
import { formatCutoff } from '#contract/calendar/day-text.ts'
import type { ClosedDay, ClosingPreview } from '#contract/calendar/market-day-changes.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { Button } from '#web/ui/button.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { Notice } from '../shared/notice.tsx'
import { useFarmTimeZone } from '../shared/use-farm-dates.ts'
import type { CloseChoice } from './close-choices.ts'
import { WhoIsTold } from './who-is-told.tsx'

type PreviewProps = {
  plan: Omit<ClosingPreview, 'confirm'>
  chosen: CloseChoice
  message: string
  isNew: boolean
}

export function ClosePreview({ plan, chosen, message, isNew }: PreviewProps) {
  const timeZone = useFarmTimeZone()
  const isNotified = plan.to.length > 0 || chosen.cancelRest
  return (
    <div className="grid gap-4">
      {isNew && (
        <Notice tone="warning" role="alert">
          Somebody ordered or canceled in the meantime. Please look again.
        </Notice>
      )}
      <p className="text-lg font-semibold">
        {plan.to.length > 0
          ? `${formatOrders(plan.orders)} ${plan.orders === 1 ? 'moves' : 'move'} to:`
          : `${formatOrders(plan.orders)}: ${chosen.label}`}
      </p>
      {plan.to.length > 0 && (
        <ul>
          {plan.to.map((stop) => (
            <li key={`${stop.placeName} ${stop.day}`}>
              <b>{formatDay(stop.day)}</b>, {stop.placeName}, {formatHours(stop)}
              {stop.isNew && `; order by ${formatCutoff(stop, timeZone)}`}
            </li>
          ))}
        </ul>
      )}
      {plan.orders > 0 && !isNotified && <p>Nobody is told yet.</p>}
      {isNotified && <WhoIsTold people={plan.people} toCall={plan.toCall} />}
      {plan.to.map(({ placeName, most, overLimits }) => (
        <Fragment key={placeName}>
          {most && (
            <Notice tone="warning">
              {placeName} then has {most} orders, more than you set: it takes them all the same.
            </Notice>
          )}
          {overLimits?.map((limit) => (
            <Notice key={limit.name} tone="warning">
              {`${limit.name}: ${placeName} then has ${limit.units}, more than the ${limit.most} you set.`}
            </Notice>
          ))}
        </Fragment>
      ))}
      {message && (
        <p className="rounded-xl bg-paper p-4 whitespace-pre-wrap wrap-anywhere">{message}</p>
      )}
    </div>
  )
}

type RefusedProps = DialogProps & { list: ClosedDay['refused'] }

export function RefusedOrders({ list, onClose, open }: RefusedProps) {
  const form = useRef<HTMLFormElement>(null)
  return (
    <FormDialog
      title={`${formatOrders(list.length)} stayed`}
      {...{ open, onClose, form }}
      onSubmit={onClose}
      footer={() => (
        <Button size="lg" className="w-full" onClick={onClose}>
          Close
        </Button>
      )}
    >
      <ul className="grid gap-2">
        {list.map(({ id, message }) => (
          <li key={id}>
            <a href={`#orders/${id}`} className="font-semibold underline underline-offset-4">
              #{id}
            </a>{' '}
            {message}
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
