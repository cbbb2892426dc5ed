import { useRef } from 'react'
import { formatOrders } from '#contract/box-text.ts'
import type { ClosedDay, ClosingPreview } from '#contract/market-day-changes.ts'
import { Button } from '#web/ui/button.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { Notice } from '../shared/notice.tsx'
import type { CloseChoice } from './close-choices.ts'
import { WhoIsTold } from './who-is-told.tsx'

type PreviewProps = {
  plan: Omit<ClosingPreview, 'confirm'>
  chosen: CloseChoice
  message: string
  isNew: boolean
}

export function ClosePreview({ plan, chosen, message, isNew }: PreviewProps) {
  const isNotified = chosen.moveTo !== null || chosen.cancelRest
  return (
    <div className="grid gap-4">
      {isNew && (
        <Notice tone="warning" role="alert">
          Somebody ordered or cancelled in the meantime. Please look again.
        </Notice>
      )}
      <p className="text-lg font-semibold">
        {formatOrders(plan.orders)}: {chosen.label}
      </p>
      {plan.orders > 0 && !isNotified && <p>Nobody is told yet.</p>}
      {isNotified && <WhoIsTold people={plan.people} toCall={plan.toCall} />}
      {plan.most && (
        <Notice tone="warning">
          That day then has {plan.most} orders, more than you set: it takes them all the same.
        </Notice>
      )}
      {plan.overLimits?.map(({ name, units, most }) => (
        <Notice key={name} tone="warning">
          {`${name}: that day then has ${units}, more than the ${most} you set.`}
        </Notice>
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
