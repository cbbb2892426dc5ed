import { useQuery } from '@tanstack/react-query'
import { calendar } from '#contract/calendar/calendar.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import { SETTINGS, settingValue } from '#contract/settings/setting-table.ts'
import { call } from '#web/api/call.ts'
import { SelectField } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { calendarQuery, useCalendarChange } from '../calendar/calendar-query.ts'
import { deskSettingsQuery, useSaveSetting } from '../settings/settings-query.ts'
import { Card } from '../shared/card.tsx'
import { Notice } from '../shared/notice.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { useHasMail } from '../shared/use-has-mail.ts'
import { PickupBuyers } from './pickup-buyers.tsx'

/** Where web orders may be paid at pickup, and what a customer needs for it. */
export function PickupPayCard() {
  return (
    <QueryStates
      loading="Loading your pickup spots…"
      failed="Your pickup spots could not be loaded."
      query={useQuery(calendarQuery)}
    >
      {({ places }) => (
        <PickupPay places={places.filter((one) => one.kind === 'pickup' && !one.isRetired)} />
      )}
    </QueryStates>
  )
}

function PickupPay({ places }: { places: readonly DeskPlace[] }) {
  const isOn = places.some(({ paysAtPickup }) => paysAtPickup)
  return (
    <Card aria-labelledby="setup-pickup" className="grid gap-3">
      <h3 id="setup-pickup" className="text-xl">
        Pay at pickup
      </h3>
      <p className="text-bark-deep">
        Customers order online and pay when they come, by any of your ways to pay. The box waits as
        “To pay”.
      </p>
      {places.length === 0 && <p>Add a pickup spot first.</p>}
      <ul className="divide-y divide-straw">
        {places.map((place) => (
          <li key={place.id}>
            <PlaceSwitch place={place} />
          </li>
        ))}
      </ul>
      {isOn && (
        <>
          <WhoMayPay />
          <PickupBuyers />
        </>
      )}
    </Card>
  )
}

function PlaceSwitch({ place: { id, name, paysAtPickup } }: { place: DeskPlace }) {
  const change = useCalendarChange({
    send: (wanted: boolean) =>
      call(calendar.changePlace, {
        params: { id: String(id) },
        body: { paysAtPickup: wanted, base: { paysAtPickup } },
      }),
    done: 'Saved',
    failed: 'Pay at pickup was not changed',
  })
  return (
    <div className="flex min-h-14 items-center justify-between gap-3">
      <span className="font-semibold">{name}</span>
      <Switch
        label={`Orders for ${name} may be paid at pickup`}
        checked={change.isPending ? change.variables : paysAtPickup}
        busy={change.isPending}
        onChange={(wanted) => change.mutate(wanted)}
      />
    </div>
  )
}

const CONFIRMED = 'Everyone who opens a link in our email'
const WITH_MAIL = [
  ['confirmed', CONFIRMED],
  ['known', 'Only who picked up an order here before'],
] as const
const WITHOUT_MAIL = [
  ['confirmed', `${CONFIRMED} (once email works)`],
  ['anyone', 'Anyone, right away'],
] as const

function WhoMayPay() {
  const hasMail = useHasMail()
  const settings = useQuery(deskSettingsQuery)
  const save = useSaveSetting('pickup_pay_who', { onSaved: () => {} })
  const stored = settingValue(settings.data ?? [], 'pickup_pay_who')
  const known = hasMail && stored === 'anyone' ? 'confirmed' : stored
  const who = save.isPending ? save.variables.value : known
  const options = hasMail ? WITH_MAIL : WITHOUT_MAIL
  return (
    <div className="grid gap-3">
      <SelectField
        label={SETTINGS.pickup_pay_who.label}
        required
        value={options.some(([value]) => value === who) ? who : 'confirmed'}
        options={options}
        disabled={!settings.isSuccess || save.isPending}
        onChange={({ target }) => save.mutate({ value: target.value, loaded: stored })}
      />
      {!hasMail && who !== 'anyone' && (
        <Notice tone="warning">
          Email is not set up, so nobody gets the link and the shop does not offer pay at pickup
          yet. <TextLink href="#email">Set up email</TextLink>, or let anyone order for now.
        </Notice>
      )}
      {!hasMail && who === 'anyone' && (
        <Notice tone="warning">
          Anyone can order without paying, with any name, and may not come. At most three such
          orders from one internet line wait at a time, within the limits below. As soon as{' '}
          <TextLink href="#email">email works</TextLink>, customers need the link in it.
        </Notice>
      )}
    </div>
  )
}
