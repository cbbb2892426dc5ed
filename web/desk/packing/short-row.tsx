import { Phone } from 'lucide-react'
import type { ShortOrder, ShortPlan } from '#contract/packing/short-harvest.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { phoneHref } from '#web/ui/phone-href.ts'
import { CheckField } from '../shared/check-field.tsx'
import { decideOwn, formatOutcome, type ShortForm, toggled, unitsOf } from './short-draft.ts'

export type EditedShort = {
  plan: ShortPlan
  form: ShortForm
  onForm: (change: (form: ShortForm) => ShortForm) => void
}

export function ShortRow({ order, ...edited }: EditedShort & { order: ShortOrder }) {
  const { form, plan, onForm } = edited
  const { id, customerName, ordered, gets, outcome } = order
  const typed = form.rule === 'own' ? (form.gets[id] ?? String(gets)) : String(gets)
  const isWrong = unitsOf(typed) === null
  return (
    <li className="border-t border-straw py-2.5">
      <div className="flex items-center gap-3">
        <p className="min-w-0 grow leading-snug wrap-anywhere">
          <strong className="tabular-nums">#{id}</strong> · <strong>{customerName}</strong> ordered{' '}
          <strong className="tabular-nums">{ordered}</strong>
          <span className="block text-[0.9375rem] text-bark-deep tabular-nums">
            {unitsOf(typed) === gets ? formatOutcome(order) : '…'}
          </span>
        </p>
        <label htmlFor={`gets-${id}`} className="text-bark-deep">
          gets<span className="sr-only"> order {id}</span>
        </label>
        <input
          id={`gets-${id}`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          disabled={outcome === 'left'}
          aria-invalid={isWrong || undefined}
          onChange={({ target }) =>
            onForm((now) => {
              const own = decideOwn(now, plan)
              return { ...own, gets: { ...own.gets, [id]: target.value } }
            })
          }
          className={classNames(
            'h-11 max-w-16 text-center font-bold tabular-nums',
            inputLook,
            gets < ordered && !isWrong && 'border-yolk',
          )}
        />
      </div>
      <Instead order={order} {...edited} />
      <CallFirst order={order} {...edited} />
    </li>
  )
}

function Instead({ order, plan, form, onForm }: EditedShort & { order: ShortOrder }) {
  const { id, ifShort, gets, ordered, substituteUnits } = order
  const { substitute } = plan
  if (ifShort !== 'substitute' || gets >= ordered || !substitute) return null
  const isOff = form.refundInstead.includes(id)
  const units = isOff ? ordered - gets : substituteUnits
  if (units === 0)
    return <p className="mt-1 text-[0.9375rem] text-bark-deep">No {substitute.name} is left.</p>
  return (
    <div className="mt-1.5 rounded-xl bg-sprout px-3">
      <CheckField
        label={`Instead: ${units} × ${substitute.name}, ${substitute.stock} left`}
        checked={!isOff}
        onChange={() =>
          onForm((now) => ({ ...now, refundInstead: toggled(now.refundInstead, id) }))
        }
      />
    </div>
  )
}

function CallFirst({ order, plan, form, onForm }: EditedShort & { order: ShortOrder }) {
  const { id, ifShort, gets, ordered, phone, outcome, isTold } = order
  const needsNotice = !isTold && (outcome === 'fewer' || outcome === 'ended')
  const mayCall = ifShort === 'call' && gets < ordered && outcome !== 'left'
  if (!mayCall && !(needsNotice && (phone || plan.totals.mails > 0))) return null
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3">
      {phone && (
        <a href={phoneHref(phone)} className={buttonLook({ variant: 'quiet', size: 'sm' })}>
          <Phone aria-hidden="true" className="size-5" />
          {phone}
        </a>
      )}
      {outcome === 'waits' && <span className="text-bark-deep">waits until you decide</span>}
      {needsNotice && plan.totals.mails > 0 && (
        <span className="text-bark-deep">No email can be sent</span>
      )}
      {mayCall && (
        <CheckField
          label="I called: do it now"
          checked={form.called.includes(id)}
          onChange={() => onForm((now) => ({ ...now, called: toggled(now.called, id) }))}
        />
      )}
    </div>
  )
}
