import { useQuery } from '@tanstack/react-query'
import type { DeskCalendar } from '#contract/calendar/calendar.ts'
import { formatDollars, toCents } from '#contract/money/money.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import type { ChangeOutcome } from '#contract/orders/order-changes.ts'
import { formatBriefDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { classNames } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/field.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { calendarQuery } from '../calendar/calendar-query.ts'
import { CheckField } from '../shared/check-field.tsx'
import { type ToolOptions, ToolSelect } from '../shared/toolbar.tsx'
import { type EditedChange, type Item, unitsLeft } from './change-draft.ts'
import { GoodsOutcomeField } from './goods-outcome-field.tsx'
import { SwapFields } from './swap-fields.tsx'

type ChangeFieldsProps = EditedChange & { outcome: ChangeOutcome | undefined }

export function ChangeFields({ order, form, onForm, outcome }: ChangeFieldsProps) {
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
        A change may not cost the customer more, so there is no more of these. What you take off can
        be swapped for something else.
      </p>
      <SwapFields order={order} form={form} onForm={onForm} />
      <DayField order={order} form={form} onForm={onForm} />
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
          No email can be sent. Please call{order.customerPhone ? ` ${order.customerPhone}` : ''}.
        </p>
      )}
    </div>
  )
}

type ChangeLineProps = Omit<EditedChange, 'order'> & { item: Item }

function ChangeLine({ item, form, onForm }: ChangeLineProps) {
  const { productId, name, standing, price } = item
  const units = unitsLeft(form, item)
  const step = (by: 1 | -1) =>
    onForm((now) => ({
      ...now,
      units: { ...now.units, [productId]: unitsLeft(now, item) + by },
    }))
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-b border-straw py-3">
      <p className="min-w-0 wrap-anywhere">
        <span className={classNames('font-semibold', units === 0 && 'line-through')}>{name}</span>
        <span className="block text-[0.9375rem] text-bark-deep tabular-nums">
          {standing} in the order · {formatDollars(toCents(price))} each
        </span>
      </p>
      <QuantityStepper
        name={name}
        quantity={units}
        min={0}
        max={standing}
        onStep={step}
        className="flex items-center rounded-full border-[1.5px] border-bark bg-field"
      />
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
  const days = daysFor(order, calendar.data)
  return (
    <div className="grid gap-1.5">
      <ToolSelect
        label="Day and place"
        value={form.moveTo}
        options={[['', presentDay(order)], ...days]}
        onChoose={(moveTo) => onForm((now) => ({ ...now, moveTo }))}
      />
      {calendar.error && (
        <p className="text-[0.9375rem] text-bark-deep">The other days could not be loaded.</p>
      )}
    </div>
  )
}

function presentDay({ marketDay }: OrderDetail): string {
  return marketDay ? labelOf(marketDay, marketDay.placeName) : 'No day yet'
}

/** The place stands before the hours, which a phone cuts off. */
function labelOf(day: { day: string; opens: string; closes: string }, place: string): string {
  return `${formatBriefDay(day.day)} · ${place}, ${formatHours(day)}`
}

/** The open days to come of pickup places, and of zones for a delivery, which may be picked up too. */
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
