import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatMoney } from '#contract/money/money.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import {
  type ShortOrder,
  type ShortPlan,
  type ShortTotals,
  shortHarvest,
} from '#contract/packing/packing.ts'
import type { HarvestLine } from '#contract/packing/packing-lists.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { inputLook, TextField } from '#web/ui/field.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { REFRESHED } from '../orders/orders-query.ts'
import { CheckField } from '../shared/check-field.tsx'
import { useHasMail } from '../shared/desk-session.ts'
import { DialogAt, type DialogProps, useDraft } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { pathOf } from '../shared/leaving.ts'
import { Segments } from '../shared/segments.tsx'
import { ToolSelect } from '../shared/toolbar.tsx'
import { useChange } from '../shared/use-change.ts'
import { formatListDay, type ListRequest } from './list-address.ts'
import {
  decideOwn,
  draftOf,
  formatOutcome,
  formatTotals,
  isNobodyShort,
  NOTHING_DECIDED,
  RULES,
  type Short,
  type ShortForm,
  takesOff,
  toggled,
  unitsOf,
  WHERE,
  wrongUnits,
} from './short-draft.ts'

type ShortDialogAtProps = {
  products: readonly HarvestLine[]
  request: ListRequest
  parent: string
  onClosed?: () => void
}

/** At `…/short-5-12`: product 5, with 12 on hand. */
export function ShortDialogAt({ products, request, parent, onClosed }: ShortDialogAtProps) {
  const path = pathOf(useHash())
  const [, id, have] = /\/short-(\d{1,10})-(\d{1,9})$/.exec(path) ?? []
  const product = products.find(({ productId }) => String(productId) === id)
  if (!product) return null
  const short = { productId: product.productId, name: product.name, have: Number(have) }
  return (
    <DialogAt key={path} address={path} parent={parent} holds="customers">
      {({ open, onClose }) => {
        const close = () => {
          onClose()
          onClosed?.()
        }
        return <ShortDialog short={short} request={request} open={open} onClose={close} />
      }}
    </DialogAt>
  )
}

type ShortDialogProps = DialogProps & { short: Short; request: ListRequest }

function ShortDialog({ short, request, open, onClose }: ShortDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useDraft('typed', NOTHING_DECIDED)
  const [done, setDone] = useState<ShortTotals | null>(null)
  const { plan, isCurrent, wrong, save } = useSharing(short, request, typed, setDone)
  const onForm = (change: (now: ShortForm) => ShortForm) => {
    save.reset()
    setTyped(change)
  }
  const confirm = () => {
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (invalid) invalid.focus()
    else if (plan && isCurrent) save.mutate(plan.confirm)
  }
  if (done && plan) return <ShortDone short={short} plan={plan} done={done} onClose={onClose} />
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`${short.name}: ${short.have} for ${plan?.need ?? '…'}`}
      description={describe(request, short, plan)}
      isTouched={() => typed !== NOTHING_DECIDED}
      form={form}
      onSubmit={confirm}
      wrong={wrong ?? (save.error && sentenceOf(save.error))}
      effect={<WhatItDoes plan={plan} />}
      save={{ label: 'Split', busy: save.isPending, disabled: !isCurrent }}
    >
      {plan ? (
        <ShortFields plan={plan} form={typed} onForm={onForm} />
      ) : (
        !wrong && <p role="status">Looking at the orders…</p>
      )}
    </FormDialog>
  )
}

function describe(request: ListRequest, { have }: Short, plan: ShortPlan | undefined): string {
  const day = formatListDay(request.params.day)
  if (!plan) return day
  const people = formatOrders(plan.orders.length)
  return `${day} · ${people} · ${Math.max(0, plan.need - have)} short`
}

/** The plan stays on screen while the next one loads, or fails to. */
function useSharing(
  short: Short,
  request: ListRequest,
  form: ShortForm,
  onDone: (done: ShortTotals) => void,
) {
  const [id] = useDraft('id', newUuid)
  const draft = draftOf(form, short, id)
  const numbers = wrongUnits(form)
  const preview = useQuery({
    queryKey: [shortHarvest.share.path, request, draft],
    queryFn: () => call(shortHarvest.share, { ...request, body: draft }),
    enabled: numbers === null,
    staleTime: 0,
    gcTime: 0,
  })
  const [shown, setShown] = useState<ShortPlan>()
  const now = numbers === null ? preview.data?.plan : undefined
  if (now && now !== shown) setShown(now)
  const save = useChange({
    send: (confirm: string) => {
      const body = { ...draft, reason: form.reason, confirm }
      return call(shortHarvest.share, { ...request, body })
    },
    done: `${short.name} split`,
    failed: 'Nothing was changed',
    refreshes: REFRESHED,
    onDone: ({ done }) => done && onDone(done),
  })
  const mutate = (confirm: string) =>
    save.mutate(confirm, { onError: () => void preview.refetch() })
  const wrong = numbers ?? (preview.error && sentenceOf(preview.error))
  return { plan: shown, isCurrent: now !== undefined, wrong, save: { ...save, mutate } }
}

function WhatItDoes({ plan }: { plan: ShortPlan | undefined }) {
  if (!plan) return null
  if (isNobodyShort(plan) && plan.totals.takenOff === 0)
    return (
      <p role="status" className="mb-3">
        Nobody is short. This takes calls about it off the list.
      </p>
    )
  return (
    <p role="status" className="mb-3">
      <strong className="block">{formatTotals(plan.totals, plan.substitute?.name)}</strong>
      <span className="text-bark-deep">
        {plan.totals.mails === 0 && plan.totals.changed + plan.totals.ended > 0
          ? 'No email can be sent. '
          : ''}
        Nothing happens until you tap.
      </span>
    </p>
  )
}

type ShortDoneProps = { short: Short; plan: ShortPlan; done: ShortTotals; onClose: () => void }

function ShortDone({ short, plan, done, onClose }: ShortDoneProps) {
  const calls = plan.orders.filter(({ outcome }) => outcome === 'waits')
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${short.name}: split`}
      footer={
        <Button size="lg" className="w-full" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className="flex items-start gap-2.5" role="status">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
        {formatTotals(done, plan.substitute?.name)}
      </p>
      {calls.length > 0 && (
        <>
          <h3 className="mt-5 text-lg">Call these people</h3>
          <p className="text-bark-deep">Their boxes say so until you decide on the harvest list.</p>
          <ul>
            {calls.map(({ id, customerName, ordered, gets, phone }) => (
              <li
                key={id}
                className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-straw py-2 wrap-anywhere"
              >
                <span className="grow">
                  <strong className="tabular-nums">#{id}</strong> · {customerName}: {gets} of{' '}
                  {ordered}
                </span>
                {phone ? <PhoneLink number={phone} /> : 'no phone number'}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

const OF_THE_REST = 'What happens to the goods that nobody gets?'

function ShortFields(edited: EditedShort) {
  const { plan, form, onForm } = edited
  return (
    <div className="grid gap-4">
      <Segments
        label="Who gets how many?"
        name="rule"
        options={RULES}
        value={form.rule}
        onChoose={(rule) =>
          onForm((now) => (rule === 'own' ? decideOwn(now, plan) : { ...now, rule }))
        }
      />
      <ol aria-label="Who gets how many" className="border-b border-straw">
        {plan.orders.map((order) => (
          <ShortRow key={order.id} order={order} {...edited} />
        ))}
      </ol>
      {isNobodyShort(plan) ? (
        <p className="font-semibold">Nobody is short.</p>
      ) : (
        <ShortChoices {...edited} />
      )}
    </div>
  )
}

function ShortChoices({ plan, form, onForm }: EditedShort) {
  const hasMail = useHasMail()
  const { orders, substitute, offers, offered } = plan
  const hasSubstitutes = orders.some(
    ({ ifShort, gets, ordered }) => ifShort === 'substitute' && gets < ordered,
  )
  return (
    <>
      {hasSubstitutes && (
        <ToolSelect
          label="Something similar, for whoever asked for it"
          value={substitute ? String(substitute.productId) : ''}
          options={[
            ['', 'Nothing: refund it instead'],
            ...offers.map(
              ({ productId, name, price, stock }) =>
                [String(productId), `${name}, ${formatMoney(price)} (${stock} in stock)`] as const,
            ),
          ]}
          onChoose={(value) =>
            onForm((now) => ({ ...now, substituteId: value === '' ? 'none' : Number(value) }))
          }
        />
      )}
      <div className="grid gap-1.5">
        <p aria-hidden="true" className="font-semibold">
          {OF_THE_REST}
        </p>
        <Segments
          label={OF_THE_REST}
          name="goods"
          options={WHERE}
          value={form.goods}
          onChoose={(goods) => onForm((now) => ({ ...now, goods }))}
        />
      </div>
      {offered > 0 && (
        <CheckField
          label={`${offered} more ${offered === 1 ? 'is' : 'are'} still offered for sale: take ${
            offered === 1 ? 'it' : 'them'
          } off the shop`}
          checked={takesOff(form)}
          onChange={(checked) => onForm((now) => ({ ...now, takesOff: checked }))}
        />
      )}
      <TextField
        label="Why"
        name="reason"
        maxLength={200}
        value={form.reason}
        hint={hasMail ? 'The customers read it in the email.' : undefined}
        onChange={({ target }) => onForm((now) => ({ ...now, reason: target.value }))}
      />
    </>
  )
}

type EditedShort = {
  plan: ShortPlan
  form: ShortForm
  onForm: (change: (form: ShortForm) => ShortForm) => void
}

function ShortRow({ order, ...edited }: EditedShort & { order: ShortOrder }) {
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
      {phone && <PhoneLink number={phone} className="inline-flex min-h-11 items-center" />}
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
