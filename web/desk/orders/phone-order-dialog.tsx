import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { z } from 'zod/mini'
import type { DeskCalendar } from '#contract/calendar/calendar.ts'
import { formatDollars } from '#contract/money/money.ts'
import type { Customer } from '#contract/orders/customers.ts'
import { phoneOrderDraft, phoneOrders } from '#contract/orders/phone-orders.ts'
import { products } from '#contract/products/products.ts'
import { call, query } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { ApiFailure } from '#web/api/request.ts'
import { BeyondSnap } from '#web/ui/beyond-snap.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { GiftFields } from '#web/ui/gift-fields.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { CONCERNED, calendarQuery } from '../calendar/calendar-query.ts'
import { QueryStates } from '../shared/card.tsx'
import { type DialogProps, useDraft, useFinish } from '../shared/dialog-at.tsx'
import { errorsIn, type FieldErrors, useCheckedForm, wiredTo } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { withQuery } from '../shared/leaving.ts'
import { Notice } from '../shared/notice.tsx'
import { useChange } from '../shared/use-change.ts'
import { useWaysToPay } from '../shared/use-setting.ts'
import { WayChoice } from '../shared/way-choice.tsx'
import type { SwappedIn } from './change-draft.ts'
import { REFRESHED } from './orders-query.ts'
import {
  type Destination,
  destinationOf,
  draftOf,
  EMPTY_ORDER,
  listDayChoices,
  type PhoneOrderForm,
  totalOf,
} from './phone-order-draft.ts'
import { PickedProducts, startOf } from './product-picker.tsx'
import { customerQuery, WhoIsItFor } from './who-is-it-for.tsx'

export function PhoneOrderDialog(dialog: DialogProps) {
  const finish = useFinish()
  const [id] = useDraft('id', newUuid)
  const [typed, setTyped] = useDraft('typed', EMPTY_ORDER)
  const calendar = useQuery(calendarQuery)
  const asked = /^orders\/new\?for=([1-9]\d{0,9})$/.exec(useHash())?.[1] ?? null
  const known = useQuery({ ...customerQuery(asked ?? ''), enabled: asked !== null }).data
  if (known && typed === EMPTY_ORDER) setTyped({ ...EMPTY_ORDER, ...contactOf(known) })
  const destination = destinationOf(typed.day, calendar.data ?? NO_CALENDAR)
  const save = useChange({
    send: (body: ReturnType<typeof draftOf> & { makesRoom?: boolean }) =>
      call(phoneOrders.place, { body }),
    done: (placed) => ({
      title: `Order #${placed.id} saved`,
      description: placed.isMailed
        ? 'The customer gets an email.'
        : 'No email goes out: its receipt is a link.',
    }),
    failed: 'The order was not saved',
    refreshes: [...REFRESHED, ...CONCERNED],
    onShown: (placed) => finish(withQuery(`orders/${placed.id}`)),
  })
  const { form, send, errors, forgetErrors } = useCheckedForm(save)
  const isFull = save.error instanceof ApiFailure && save.error.refusal.code === 'day-full'
  const submit = () => {
    const draft = draftOf(typed, destination, id)
    const wrong = messagesFor(errorsIn(z.safeParse(phoneOrderDraft, draft)), typed)
    send(wrong, isFull ? { ...draft, makesRoom: true } : draft)
  }
  const total = totalOf(typed, destination)
  return (
    <FormDialog
      {...dialog}
      title="New order"
      description="By phone or at the door: the customer pays you, now or later."
      isTouched={() => typed !== EMPTY_ORDER}
      form={form}
      onSubmit={submit}
      footer={(formId) => (
        <>
          {isFull && (
            <Notice tone="warning" className="mb-3">
              That day is full. Save again to take one more order than you set.
            </Notice>
          )}
          <Button type="submit" form={formId} size="lg" busy={save.isPending} className="w-full">
            <span>
              {save.isPending ? 'Saving…' : isFull ? 'Save anyway' : 'Save order'}
              {total !== null && total > 0 && <> · {formatDollars(total)}</>}
            </span>
          </Button>
        </>
      )}
    >
      <QueryStates what="the days" query={calendar}>
        {(data) => (
          <PhoneOrderFields
            typed={typed}
            errors={errors}
            destination={destination}
            calendar={data}
            onType={(next) => {
              if (next.day !== typed.day) save.reset()
              forgetErrors()
              setTyped(next)
            }}
          />
        )}
      </QueryStates>
    </FormDialog>
  )
}

const NO_CALENDAR: DeskCalendar = { places: [], days: [], closures: [], pause: null }

/** The contract can't know that a day must be chosen, or which errors have a field. */
function messagesFor(errors: FieldErrors, { day }: PhoneOrderForm): FieldErrors {
  const all = day === '' ? { ...errors, marketDayId: 'Please choose a day and place.' } : errors
  return Object.fromEntries(Object.entries(all).filter(([field]) => field !== 'total'))
}

type FieldsProps = {
  typed: PhoneOrderForm
  onType: (typed: PhoneOrderForm) => void
  errors: FieldErrors
  destination: Destination
  calendar: DeskCalendar
}

function PhoneOrderFields({ typed, onType, errors, destination, calendar }: FieldsProps) {
  const wired = wiredTo({ typed, onType, errors })
  const typeGift = (gift: PhoneOrderForm['gift']) => onType({ ...typed, gift })
  return (
    <div className="grid gap-5">
      <WhoIsItFor
        name={wired('customerName')}
        onChoose={(customer) => onType({ ...typed, ...contactOf(customer) })}
      />
      <Usual typed={typed} onItems={(items) => onType({ ...typed, items })} />
      <TextField label="Phone" type="tel" maxLength={40} {...wired('customerPhone')} />
      <TextField
        label="Email"
        type="email"
        maxLength={254}
        hint="Without one, the receipt is a link that you can print or text."
        {...wired('customerEmail')}
      />
      <PickedProducts
        label={typed.items.length === 0 ? 'What would they like?' : 'Add another product'}
        items={typed.items}
        error={errors.items}
        onItems={(items) => onType({ ...typed, items })}
      />
      <SelectField
        label="Day and place"
        name="marketDayId"
        required
        value={typed.day}
        error={errors.marketDayId}
        onChange={({ target }) => onType({ ...typed, day: target.value })}
        options={listDayChoices(calendar, new Date())}
      >
        <option value="">Choose a day and place</option>
      </SelectField>
      {destination.isDelivery && (
        <DeliveryFields typed={typed} onType={onType} errors={errors} destination={destination} />
      )}
      <Payment typed={typed} onType={onType} errors={errors} destination={destination} />
      {!destination.isDelivery && (
        <TextField
          label="Who picks it up, if not the customer"
          maxLength={120}
          {...wired('pickupName')}
        />
      )}
      <GiftFields
        wired={wiredTo({ typed: typed.gift, onType: typeGift, errors })}
        onType={(name, value) => typeGift({ ...typed.gift, [name]: value })}
        isDelivery={destination.isDelivery}
      />
      <TextAreaField label="Customer’s note" maxLength={2000} rows={2} {...wired('notes')} />
      <TextAreaField
        label="Private note"
        hint="The customer does not read it."
        maxLength={2000}
        rows={2}
        {...wired('farmNote')}
      />
    </div>
  )
}

function contactOf({ id, name, phone, email }: Customer) {
  return { customer: id, customerName: name, customerPhone: phone ?? '', customerEmail: email }
}

type UsualProps = { typed: PhoneOrderForm; onItems: (items: SwappedIn[]) => void }

/** What the chosen customer mostly takes, one tap each. */
function Usual({ typed: { customer, items }, onItems }: UsualProps) {
  const known = useQuery({ ...customerQuery(String(customer)), enabled: customer !== null })
  const onSale = useQuery(query(products.list)).data ?? []
  const taken = new Set(items.map(({ productId }) => productId))
  const usual = (known.data?.usual ?? []).flatMap(({ productId, units }) => {
    const product = onSale.find(({ id }) => id === productId)
    if (!product || product.stock === 0 || taken.has(productId)) return []
    return [{ product, units: Math.min(units, product.stock) }]
  })
  if (usual.length === 0) return null
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1 font-semibold">Usually takes</legend>
      {usual.map(({ product, units }) => (
        <Button
          key={product.id}
          variant="sprout"
          size="sm"
          onClick={() => onItems([...items, { ...startOf(product), units }])}
        >
          <Plus aria-hidden="true" className="size-4" />
          {units} × {product.name}
        </Button>
      ))}
    </fieldset>
  )
}

type PartProps = Omit<FieldsProps, 'calendar'>

const LATER = 'later'

function Payment({ typed, onType, errors, destination }: PartProps) {
  const ways = useWaysToPay()
  const onSale = useQuery(query(products.list)).data ?? []
  const isEbt = ways.some(({ name, isEbt }) => name === typed.paidBy && isEbt)
  const eligible = typed.items.filter(({ productId }) =>
    onSale.some(({ id, snap }) => id === productId && snap),
  )
  const total = totalOf(typed, destination)
  const goods = totalOf({ ...typed, items: eligible }, { ...destination, isDelivery: false })
  const isMarked = onSale.some(({ snap }) => snap)
  return (
    <div className="grid gap-2">
      <WayChoice
        legend="Payment"
        name="paidBy"
        options={[
          [LATER, 'Pays later'],
          ...ways.map(({ name }) => [name, `Paid: ${name}`] as const),
        ]}
        value={typed.paidBy || LATER}
        onChoose={(way) => onType({ ...typed, paidBy: way === LATER ? '' : way })}
        error={errors.paidBy}
      />
      {isEbt && <BeyondSnap bySnap={total ?? 0} eligible={isMarked ? (goods ?? 0) : null} />}
    </div>
  )
}

function DeliveryFields({ typed, onType, errors, destination }: PartProps) {
  const toForm = {
    typed: typed.to,
    onType: (to: PhoneOrderForm['to']) => onType({ ...typed, to }),
    errors,
    path: 'shippingAddress.',
  }
  const [wired, wiredAddress] = [wiredTo({ typed, onType, errors }), wiredTo(toForm)]
  return (
    <fieldset className="grid gap-5">
      <legend className="sr-only">Where to</legend>
      <TextField label="Street address" required maxLength={200} {...wiredAddress('address')} />
      <TextField label="City" required maxLength={100} {...wiredAddress('city')} />
      <TextField
        label="ZIP code"
        required
        maxLength={10}
        inputMode="numeric"
        {...wiredAddress('zipCode')}
      />
      <TextField
        label="Delivery fee in $"
        inputMode="decimal"
        hint={`${formatDollars(destination.fee)} where you enter nothing.`}
        {...wired('deliveryFee')}
      />
    </fieldset>
  )
}
