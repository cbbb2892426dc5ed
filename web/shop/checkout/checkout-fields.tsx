import { useQuery } from '@tanstack/react-query'
import { User } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { asSentence, closedSentence } from '#contract/calendar/day-text.ts'
import { type MarketDay, marketDays } from '#contract/calendar/market-days.ts'
import { US_STATES } from '#contract/calendar/us-states.ts'
import { firstFive, stateOfZip } from '#contract/calendar/zip-code.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { formatList } from '#contract/text/format-list.ts'
import { formatDay, formatLongDay } from '#contract/time/date-format.ts'
import { query } from '#web/api/call.ts'
import { useSettings } from '#web/api/shop-queries.ts'
import type { CartOnScreen } from '#web/shop/cart/cart-store.tsx'
import { DeliveryChoice } from '#web/shop/cart/delivery-choice.tsx'
import { useDeliveryHint } from '#web/shop/cart/delivery-hint.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { DayChoiceField } from './day-choice.tsx'
import { LaterField } from './later-field.tsx'
import type { FieldErrors } from './purchase.ts'
import { SectionCard } from './section-card.tsx'
import { type DayChoices, zoneText } from './use-day-choices.ts'
import type { Fields } from './use-fields.ts'

type DeliveryFieldsProps = {
  fields: Fields
  errors: FieldErrors
  cart: CartOnScreen
  days: DayChoices
}

export function DeliveryFields({ fields, errors, cart, days }: DeliveryFieldsProps) {
  const { deliveryMethod, setDeliveryMethod, canDeliver } = cart
  const isDelivery = deliveryMethod === 'delivery'
  const ways = useRef<HTMLFieldSetElement>(null)
  const { hint } = useDeliveryHint(cart)
  const pickUpInstead = () => {
    flushSync(() => setDeliveryMethod('pickup'))
    ways.current?.querySelector<HTMLElement>(':checked')?.focus()
  }
  const deliverElsewhere = () => {
    fields.type('zipCode', '')
    setDeliveryMethod('delivery')
  }
  const choice = { fields, days, errors }
  return (
    <SectionCard title="Pickup or delivery">
      {days.calendar?.pause && (
        <p role="status" className="mb-4 rounded-xl bg-yolk-pale px-4 py-3">
          {days.calendar.pause}
        </p>
      )}
      <DeliveryChoice ref={ways} name="deliveryChoice" cart={cart} canDeliver={canDeliver} />
      <p aria-live="polite" className="mt-3 rounded-xl bg-sprout px-3.5 py-3 text-[0.9375rem]">
        {hint}
      </p>
      {cart.fellBack && cart.terms?.zip && (
        <Button variant="quiet" className="mt-3" onClick={deliverElsewhere}>
          Use another ZIP code
        </Button>
      )}
      <PickupFields {...choice} isHidden={isDelivery} />
      <AddressFields {...choice} isHidden={!isDelivery} onPickup={pickUpInstead} />
      <DayLeft items={cart.items} days={days} isDelivery={isDelivery} />
    </SectionCard>
  )
}

type DayLeftProps = { items: readonly CartLine[]; days: DayChoices; isDelivery: boolean }

function DayLeft({ items, days, isDelivery }: DayLeftProps) {
  const chosen = (isDelivery ? days.delivery : days.pickup).option?.value
  const day = days.calendar?.days.find((one) => `${one.placeKey}/${one.day}` === chosen)
  const isLimited = items.some(({ product }) => product.inStock !== undefined)
  const params = { id: String(day?.id ?? 0) }
  const { data } = useQuery({
    ...query(marketDays.left, { params }),
    enabled: isLimited && day !== undefined,
  })
  const anyTime = days.calendar?.places.some(({ kind, hasDays }) => kind === 'delivery' && !hasDays)
  const ways = anyTime && !isDelivery ? 'another day or delivery' : 'another day'
  const text = day && isLimited ? lackOf(items, day, data ?? [], ways) : ''
  return (
    <div role="status">
      {text && <p className="mt-3 rounded-xl bg-yolk-pale px-3.5 py-3 text-[0.9375rem]">{text}</p>}
    </div>
  )
}

type Left = readonly { productId: number; left: number }[]

/** `For Saturday, November 28 we have only 3 of Bagels. Please take fewer, or choose another day.` */
function lackOf(items: readonly CartLine[], { day }: MarketDay, left: Left, ways: string): string {
  const short = items.flatMap(({ product, quantity }) => {
    const most = left.find(({ productId }) => productId === product.id)?.left ?? quantity
    return most < quantity ? [`${most === 0 ? 'no' : `only ${most} of`} ${product.name}`] : []
  })
  if (short.length === 0) return ''
  const list = formatList(short)
  const less = short.every((one) => one.startsWith('no ')) ? 'leave that out' : 'take fewer'
  return `For ${formatLongDay(day)} we have ${list}. Please ${less}, or choose ${ways}.`
}

const NO_DAY = 'There’s no pickup day open right now'

type MethodFieldsProps = Omit<DeliveryFieldsProps, 'cart'> & { isHidden: boolean }

function PickupFields({ fields, days, isHidden, errors }: MethodFieldsProps) {
  const { calendar, pickup } = days
  const pickupName = fields.wired('pickupName')
  const isOpen = pickup.options.some((option) => option.isOpen)
  const closed = calendar && closedSentence({ ...calendar, pause: null })
  return (
    <>
      {!isOpen && !isHidden && (
        <p className="mt-5 rounded-xl bg-yolk-pale px-3.5 py-3">{asSentence(closed ?? NO_DAY)}</p>
      )}
      <DayChoiceField
        choice={pickup}
        isHidden={isHidden || pickup.options.length === 0}
        name="pickupLocation"
        error={errors.pickupLocation}
        legendOf={(day) =>
          day || pickup.options.every((option) => option.day === null)
            ? `Choose your pickup spot${day ? ` for ${day}` : ''}`
            : 'Choose your pickup spot and day'
        }
        label={({ day }) => `Pickup ${day ? `on ${formatDay(day)}` : ''}`}
      >
        <div className="mt-3 grid">
          <LaterField label="Someone else is picking it up" icon={User} field={pickupName}>
            <TextField
              {...pickupName}
              label="Who’s picking it up? (if not you)"
              maxLength={120}
              autoCapitalize="words"
              spellCheck={false}
              enterKeyHint="next"
              error={errors.pickupName}
            />
          </LaterField>
        </div>
      </DayChoiceField>
    </>
  )
}

type AddressFieldsProps = MethodFieldsProps & { onPickup: () => void }

function AddressFields({ fields, days, isHidden, errors, onPickup }: AddressFieldsProps) {
  const farmState = useSettings()('default_state')
  const { zone } = days
  // The ZIP code comes first: it fills in the state, and the city where the farmer set one.
  const zip = fields.wired('zipCode')
  const city = fields.wired('city', zone.place?.address.split(',')[0])
  const state = fields.wired('state', stateOfZip(firstFive(zip.value)) ?? farmState)
  const isNotHere = zone.notHere !== null || Boolean(errors.zipCode && errors.notHere)
  return (
    <fieldset hidden={isHidden} disabled={isHidden} className="mt-5">
      <legend className="mb-2 font-semibold">Where should we deliver it?</legend>
      <div className="grid grid-cols-6 gap-4">
        <TextField
          {...fields.wired('address')}
          {...LINE}
          label="Street address"
          autoComplete="address-line1"
          required
          error={errors.address}
          className="col-span-6 sm:col-span-4"
        />
        <TextField
          {...fields.wired('apartment')}
          {...LINE}
          label="Apartment, suite"
          autoComplete="address-line2"
          className="col-span-6 sm:col-span-2"
        />
        <TextField
          {...zip}
          label="ZIP code"
          inputMode="numeric"
          maxLength={10}
          autoComplete="postal-code"
          enterKeyHint="next"
          required
          error={errors.zipCode ?? zone.notHere ?? undefined}
          className="col-span-3 sm:col-span-2"
        />
        <TextField
          {...city}
          {...LINE}
          label="City"
          autoComplete="address-level2"
          required
          error={errors.city}
          className="col-span-3 sm:col-span-2"
        />
        <SelectField
          {...state}
          label="State"
          autoComplete="address-level1"
          required
          error={errors.state}
          className="col-span-6 sm:col-span-2"
          options={Object.entries(US_STATES)}
        >
          {!(state.value in US_STATES) && <option value={state.value}>{state.value}</option>}
        </SelectField>
      </div>
      {isNotHere && (
        <Button variant="quiet" className="mt-3" onClick={onPickup}>
          Pick it up instead
        </Button>
      )}
      <DeliveryDay days={days} error={errors.deliveryDay} />
    </fieldset>
  )
}

const LINE = { autoCapitalize: 'words', spellCheck: false, enterKeyHint: 'next' } as const

function DeliveryDay({ days, error }: { days: DayChoices; error: string | undefined }) {
  const { zone, delivery } = days
  const text = zoneText(days)
  return (
    <>
      <div aria-live="polite">
        {text && <p className="mt-4 text-bark-deep">{text}</p>}
        {zone.state === 'unknown' && (
          <Button variant="quiet" className="mt-3" onClick={zone.lookAgain}>
            Try again
          </Button>
        )}
      </div>
      <DayChoiceField
        choice={delivery}
        isHidden={delivery.options.length === 0}
        name="deliveryDay"
        isOnePlace
        error={error}
        legendOf={() => 'When should we deliver it?'}
        label={({ day }) => `We deliver it ${day ? `on ${formatDay(day)}` : ''}`}
      />
    </>
  )
}
