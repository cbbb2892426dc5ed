import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { calendar } from '#contract/calendar/calendar.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import { type PickupBuyer, pickupBuyers } from '#contract/orders/pickup-buyers.ts'
import { SETTINGS } from '#contract/settings/setting-table.ts'
import { call, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { calendarQuery, useCalendarChange } from '../calendar/calendar-query.ts'
import { deskSettingsQuery, useSaveSetting } from '../settings/settings-query.ts'
import { Card, QueryStates } from '../shared/card.tsx'
import { useHasMail } from '../shared/desk-session.ts'
import { useDraft, useDraftBook } from '../shared/dialog-at.tsx'
import { errorsIn, useCheckedForm, wiredTo } from '../shared/edit-form.ts'
import { IconButton } from '../shared/icon-button.tsx'
import { Notice } from '../shared/notice.tsx'
import { useChange } from '../shared/use-change.ts'
import { useSetting } from '../shared/use-setting.ts'

/** Where web orders may be paid at pickup, and what a customer needs for it. */
export function PickupPayCard() {
  return (
    <QueryStates what="the pickup spots" query={useQuery(calendarQuery)}>
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
        params: { id },
        body: { paysAtPickup: wanted, base: { paysAtPickup } },
      }),
    done: null,
    failed: 'Pay at pickup was not changed',
  })
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-3">
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
  const { isSuccess } = useQuery(deskSettingsQuery)
  const save = useSaveSetting('pickup_pay_who')
  const stored = useSetting('pickup_pay_who')
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
        disabled={!isSuccess || save.isPending}
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

const TRUST = { refused: 'Never', trusted: 'Always' } as const

/** Whom the farmer named: they may pay at pickup whatever the rule says, or not at all. */
function PickupBuyers() {
  const { data = [] } = useQuery(query(pickupBuyers.list))
  return (
    <div className="grid gap-3 border-t border-straw pt-4">
      <h4 className="font-sans text-base font-semibold tracking-normal">
        Customers who always may, or never
      </h4>
      {data.length > 0 && (
        <ul className="divide-y divide-straw">
          {data.map((buyer) => (
            <BuyerRow key={buyer.email} buyer={buyer} />
          ))}
        </ul>
      )}
      <AddBuyer />
    </div>
  )
}

function BuyerRow({ buyer: { email, trust, note } }: { buyer: PickupBuyer }) {
  const removal = useChange({
    send: () => call(pickupBuyers.remove, { body: { email } }),
    done: `${email} is off the list`,
    failed: 'The list was not changed',
    refreshes: [pickupBuyers.list],
  })
  return (
    <li className="flex items-center gap-3 py-1">
      <span className="min-w-0 grow wrap-anywhere">
        <b>{TRUST[trust]}</b> {email}
        {note && <span className="block text-bark-deep">{note}</span>}
      </span>
      <IconButton
        tip="Take off the list"
        label={`Take ${email} off the list`}
        Icon={X}
        onClick={() => removal.mutate()}
      />
    </li>
  )
}

const NOBODY = { email: '', trust: 'refused' as PickupBuyer['trust'] }

function AddBuyer() {
  const [typed, setTyped] = useDraft('pickup-buyer', NOBODY, useDraftBook('taking-money', 'own'))
  const saving = useChange({
    send: (body: typeof typed & { note: null }) => call(pickupBuyers.set, { body }),
    done: 'Saved',
    failed: 'The list was not changed',
    refreshes: [pickupBuyers.list],
    onShown: () => setTyped(NOBODY),
  })
  const { form, send, wires } = useCheckedForm(saving)
  const wired = wiredTo(wires(typed, setTyped))
  const submit = () => {
    const body = { ...typed, note: null }
    send(errorsIn(pickupBuyers.set.body.safeParse(body)), body)
  }
  return (
    <Form ref={form} onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <TextField
        label="Email of a customer"
        type="email"
        required
        className="grow basis-60"
        {...wired('email')}
      />
      <SelectField
        label="May pay at pickup"
        required
        className="grow basis-40"
        options={Object.entries(TRUST)}
        {...wired('trust')}
      />
      <Button type="submit" variant="quiet" className="mt-7.5 h-12" busy={saving.isPending}>
        Add
      </Button>
    </Form>
  )
}
