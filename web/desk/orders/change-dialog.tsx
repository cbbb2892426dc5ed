import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DeskCalendar } from '#contract/calendar/calendar.ts'
import { cents, formatDollars, formatMoney, toCents, toDollars } from '#contract/money/money.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import { dueOf, formatBalance, type OrderBalance } from '#contract/orders/order-balance.ts'
import { type ChangeOutcome, orderChanges } from '#contract/orders/order-changes.ts'
import { formatBriefDay, formatDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Notice } from '#web/desk/shared/notice.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/field.tsx'
import { CONCERNED, calendarQuery } from '../calendar/calendar-query.ts'
import { CheckField } from '../shared/check-field.tsx'
import { type DialogProps, useDraft } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { type ToolOptions, ToolSelect } from '../shared/toolbar.tsx'
import { useChange } from '../shared/use-change.ts'
import {
  type ChangeForm,
  type EditedChange,
  type Item,
  linesOf,
  startChange,
  unitsLeft,
  wrongPrice,
} from './change-draft.ts'
import { GoodsOutcomeField } from './goods-outcome-field.tsx'
import { REFRESHED } from './orders-query.ts'
import { PickedProducts, Stepper } from './product-picker.tsx'

/** `less`: a product of which one less was asked for. */
type ChangeDialogProps = DialogProps & { order: OrderDetail; less: number | null }

export function ChangeDialog({ order, less, open, onClose }: ChangeDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const [id] = useDraft('id', newUuid)
  const [first] = useState(() => startChange(order.items, less))
  const [typed, setTyped] = useDraft('typed', first)
  const { preview, save } = useChanging(order, typed, { id, onClose })
  const confirm = () => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) wrong.focus()
    else if (preview.data) save.mutate(preview.data.revision, { onError: () => preview.refetch() })
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Change order #${order.id}`}
      description={describe(order)}
      isTouched={() => typed !== first}
      form={form}
      onSubmit={confirm}
      wrong={preview.error && sentenceOf(preview.error)}
      effect={<ChangePreview order={order} plan={preview.data} isMoved={typed.moveTo !== ''} />}
      save={{ label: 'Save the change', busy: save.isPending, disabled: !preview.data }}
    >
      <ChangeFields order={order} form={typed} onForm={setTyped} outcome={preview.data} />
    </FormDialog>
  )
}

function describe({ customerName, marketDay, payment, balance }: OrderDetail): string {
  const day = marketDay ? ` · ${formatDay(marketDay.day)}` : ''
  const money = balance ? formatBalance(balance) : `${formatMoney(payment.left)} paid`
  return `${customerName}${day} · ${money}`
}

type Changing = { id: string; onClose: () => void }

function useChanging(order: OrderDetail, form: ChangeForm, { id, onClose }: Changing) {
  const params = { id: String(order.id) }
  const { reason, notifiesBuyer } = form
  const moveTo = form.moveTo ? { moveTo: Number(form.moveTo) } : {}
  const what = { id, lines: linesOf(form, order.items), ...moveTo }
  const isWrong = form.swappedIn.some((line) => wrongPrice(line) !== null)
  const preview = useQuery({
    queryKey: [orderChanges.change.path, order.id, what],
    queryFn: () =>
      call(orderChanges.change, { params, body: { ...what, reason: '', notifiesBuyer: false } }),
    enabled: (what.lines.length > 0 || form.moveTo !== '') && !isWrong,
    staleTime: 0,
    gcTime: 0,
  })
  const save = useChange({
    send: async (revision: number) => {
      const body = { ...what, reason, notifiesBuyer, revision }
      const outcome = await call(orderChanges.change, { params, body })
      for (const other of form.moveTo && form.takesAlong ? (order.packedWith ?? []) : [])
        await moveAlong(other, { ...moveTo, reason, notifiesBuyer })
      return outcome
    },
    done: ({ refunded }) => ({
      title: `Order #${order.id} changed`,
      ...(refunded > 0 ? { description: `${formatMoney(refunded)} goes back.` } : {}),
    }),
    failed: 'The order was not changed',
    refreshes: [...REFRESHED, ...CONCERNED],
    onShown: onClose,
  })
  return { preview, save }
}

type Along = { moveTo?: number; reason: string; notifiesBuyer: boolean }

/** Moves what was added to an order after it. */
async function moveAlong(orderId: number, along: Along): Promise<void> {
  const params = { id: String(orderId) }
  const what = { ...along, id: newUuid(), lines: [] }
  const { revision } = await call(orderChanges.change, { params, body: what })
  await call(orderChanges.change, { params, body: { ...what, revision } })
}

type ChangePreviewProps = {
  order: OrderDetail
  plan: ChangeOutcome | undefined
  isMoved: boolean
}

function ChangePreview({ order, plan, isMoved }: ChangePreviewProps) {
  if (!plan) return <p className="mb-3 text-bark-deep">Nothing is changed yet.</p>
  return (
    <div role="status" className="mb-3 grid gap-2">
      {order.balance ? (
        <BalanceDue balance={order.balance} outcome={plan} />
      ) : (
        <WhatGoesBack order={order} outcome={plan} />
      )}
      {plan.most !== null && (
        <Notice tone="warning">
          That day is full. With this order it has {plan.most} boxes, more than you set.
        </Notice>
      )}
      {plan.overLimits?.map(({ name, units, most }) => (
        <Notice key={name} tone="warning">
          {`${name}: with this order that day has ${units}, more than the ${most} you set.`}
        </Notice>
      ))}
      {isMoved && (
        <p className="text-[0.9375rem] text-bark-deep">
          The customer may cancel by the link for a day, or until the new day begins.
        </p>
      )}
    </div>
  )
}

function WhatGoesBack({ order, outcome }: { order: OrderDetail; outcome: ChangeOutcome }) {
  const [refunded, forgone] = [toCents(outcome.refunded), toCents(outcome.forgone)]
  const left = cents(toCents(order.payment.left) - refunded)
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          {refunded > 0 ? (
            <>
              <strong>{formatDollars(refunded)}</strong> goes back to the card
            </>
          ) : (
            'No money goes back'
          )}
        </span>
        <span className="text-bark-deep">new total {formatDollars(left)}</span>
      </p>
      {forgone > 0 && (
        <Notice tone="warning">
          {formatDollars(forgone)} more cannot go back: that much was refunded before.
        </Notice>
      )}
    </>
  )
}

function BalanceDue({ balance, outcome }: { balance: OrderBalance; outcome: ChangeOutcome }) {
  const amounts = [...outcome.lines.map(({ amount }) => amount), outcome.deliveryFee]
  const delta = amounts.reduce<number>((sum, amount) => sum + toCents(amount), 0)
  const money = { worth: cents(toCents(balance.worth) + delta), paid: toCents(balance.paid) }
  const after = { ...balance, worth: toDollars(money.worth), due: toDollars(dueOf(money)) }
  return (
    <p className="flex flex-wrap justify-between gap-x-4">
      <strong>{delta === 0 ? 'What is due stays the same' : formatBalance(after)}</strong>
      <span className="text-bark-deep">new total {formatDollars(money.worth)}</span>
    </p>
  )
}

type ChangeFieldsProps = EditedChange & { outcome: ChangeOutcome | undefined }

function ChangeFields({ order, form, onForm, outcome }: ChangeFieldsProps) {
  const canNotify = outcome?.canNotifyBuyer ?? order.customerEmail !== ''
  return (
    <div className="grid gap-5">
      <ul aria-label="What the order gets">
        {order.items
          .filter(({ standing }) => standing > 0)
          .map((item) => (
            <ChangeLine key={item.productId} item={item} form={form} onForm={onForm} />
          ))}
      </ul>
      <p className="-mt-3 text-[0.9375rem] text-bark-deep">
        What you take off can be replaced with something else. For more, add to the order: that is
        paid at pickup.
      </p>
      <PickedProducts
        label="Replace with…"
        items={form.swappedIn}
        others={order.items}
        onItems={(swappedIn) => onForm((now) => ({ ...now, swappedIn }))}
      />
      <DayField order={order} form={form} onForm={onForm} />
      {form.moveTo !== '' && order.packedWith && (
        <CheckField
          label={`Also ${order.packedWith.map((id) => `#${id}`).join(', ')}, in the same box`}
          checked={form.takesAlong}
          onChange={(takesAlong) => onForm((now) => ({ ...now, takesAlong }))}
        />
      )}
      <TextField
        label="Why"
        name="reason"
        maxLength={200}
        value={form.reason}
        hint={canNotify ? 'The customer reads it in the email.' : undefined}
        onChange={({ target }) => onForm((now) => ({ ...now, reason: target.value }))}
      />
      {canNotify ? (
        <CheckField
          label="Tell the customer by email"
          checked={form.notifiesBuyer}
          onChange={(notifiesBuyer) => onForm((now) => ({ ...now, notifiesBuyer }))}
        />
      ) : (
        <p className="text-bark-deep">
          {order.customerEmail ? 'Emails aren’t going out yet.' : 'No email can be sent.'} Please
          call{order.customerPhone ? ` ${order.customerPhone}` : ''}.
        </p>
      )}
    </div>
  )
}

function ChangeLine({ item, form, onForm }: Omit<EditedChange, 'order'> & { item: Item }) {
  const { productId, name, standing, price } = item
  const units = unitsLeft(form, item)
  const step = (by: 1 | -1) =>
    onForm((now) => ({
      ...now,
      units: { ...now.units, [productId]: unitsLeft(now, item) + by },
    }))
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-4 border-b border-straw py-3">
      <p className="min-w-0 grow basis-32 wrap-anywhere">
        <span className={classNames('font-semibold', units === 0 && 'line-through')}>{name}</span>
        <span className="block text-[0.9375rem] text-bark-deep tabular-nums">
          {standing} in the order · {formatMoney(price)} each
        </span>
      </p>
      <Stepper name={name} quantity={units} max={standing} onStep={step} />
      {units < standing && (
        <GoodsOutcomeField
          item={item}
          where={form.where[productId] ?? 'sellable'}
          onChange={(where) =>
            onForm((now) => ({ ...now, where: { ...now.where, [productId]: where } }))
          }
        />
      )}
    </li>
  )
}

function DayField({ order, form, onForm }: EditedChange) {
  const calendar = useQuery(calendarQuery)
  const { marketDay } = order
  const present = marketDay ? labelOf(marketDay, marketDay.placeName) : 'No day yet'
  return (
    <div className="grid gap-1.5">
      <ToolSelect
        label="Day and place"
        value={form.moveTo}
        options={[['', present], ...daysFor(order, calendar.data)]}
        onChoose={(moveTo) => onForm((now) => ({ ...now, moveTo }))}
      />
      {calendar.error && (
        <p className="text-[0.9375rem] text-bark-deep">The other days could not be loaded.</p>
      )}
    </div>
  )
}

/** The place comes before the hours: a phone cuts off the end. */
function labelOf(day: { day: string; opens: string; closes: string }, place: string): string {
  return `${formatBriefDay(day.day)} · ${place}, ${formatHours(day)}`
}

/** A delivery can move to a zone's day or become a pickup; a pickup stays a pickup. */
function daysFor(order: OrderDetail, calendar: DeskCalendar | undefined): ToolOptions {
  const places = new Map(calendar?.places.map((place) => [place.id, place]))
  const isMeant = (kind: string) => kind === 'pickup' || order.deliveryMethod === 'shipping'
  return (calendar?.days ?? []).flatMap((day) => {
    const place = places.get(day.placeId)
    if (!place || !isMeant(place.kind) || day.state === 'closed') return []
    if (day.id === order.marketDay?.id) return []
    return [[String(day.id), labelOf(day, place.name)]]
  })
}
