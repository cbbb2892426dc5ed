import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { formatPhone } from '#contract/people/phone-number.ts'
import {
  type CardState,
  FIRST_STEPS,
  type FirstStep,
  type FirstSteps,
  firstStepsOf,
} from '#contract/settings/first-steps.ts'
import { SETTINGS, type SettingKey, settingValue } from '#contract/settings/setting-table.ts'
import { farmDates } from '#contract/time/date-format.ts'
import { deviceZone } from '#contract/time/device-clock.ts'
import { invalidate, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { deskSettingsQuery, useSaveSettings } from '../settings/settings-query.ts'
import { CARD } from '../shared/card.tsx'
import { useDraft, useDraftBook } from '../shared/dialog-at.tsx'

export function FirstStepsCard() {
  const { data } = useQuery({ ...query(firstStepsOf.show), staleTime: 0 })
  if (!data || data.done.length === FIRST_STEPS.length) return null
  return <Steps {...data} />
}

/** Folded to the next one: the desk's own work stands below. The first is a form of its own. */
function Steps({ done, ...state }: FirstSteps) {
  const [isOpen, setOpen] = useState(false)
  const next = FIRST_STEPS.find((step) => !done.includes(step))
  return (
    <section aria-labelledby="first-steps" className={classNames(CARD, 'mt-3 overflow-hidden')}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 pt-1">
        <h2 id="first-steps" className="text-xl">
          Set up your shop
        </h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-[0.9375rem] text-bark-deep tabular-nums underline underline-offset-4"
        >
          {done.length} of {FIRST_STEPS.length} done
          <ChevronDown aria-hidden="true" className={isOpen ? 'size-5 rotate-180' : 'size-5'} />
        </button>
      </div>
      {next === 'farm' && <FarmForm />}
      <ul className="grid pb-1">
        {FIRST_STEPS.filter(
          (step) => (isOpen || step === next) && !(step === 'farm' && step === next),
        ).map((step) => (
          <StepRow
            key={step}
            step={step}
            isDone={done.includes(step)}
            isNext={step === next}
            {...state}
          />
        ))}
      </ul>
    </section>
  )
}

type StepRowProps = Omit<FirstSteps, 'done'> & {
  step: FirstStep
  isDone: boolean
  isNext: boolean
}

function StepRow({ step, isDone, isNext, cards, deliversTo }: StepRowProps) {
  const { label, why, href } = STEPS[step]
  const delivery = deliversTo && ` Delivery goes ${deliversTo} until you name ZIP codes.`
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li>
      <a
        href={href}
        className="flex min-h-11 items-center gap-3 px-4 py-1.5 -outline-offset-4 hover:bg-paper"
      >
        <Icon
          aria-hidden="true"
          className={classNames('size-5 shrink-0', isDone ? 'text-leaf' : 'text-bark')}
        />
        <span className="min-w-0 grow leading-snug">
          <span className={isDone ? 'text-bark-deep' : 'font-semibold'}>{label}</span>
          {isDone ? (
            <span className="sr-only">: done</span>
          ) : (
            <span
              className={classNames(
                'block text-[0.9375rem] text-bark-deep',
                !isNext && 'max-md:sr-only',
              )}
            >
              {step === 'cards' ? CARDS[cards] : why}
              {step === 'places' && delivery}
            </span>
          )}
        </span>
        {!isDone && <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-bark-deep" />}
      </a>
    </li>
  )
}

const STEPS: Record<FirstStep, { label: string; why: string; href: string }> = {
  farm: { label: 'Your farm', why: 'Name, phone, address.', href: '#settings/farm_name' },
  places: {
    label: 'Where do people pick up?',
    why: 'A market, your farm, a porch: each with its address and days.',
    href: '#calendar/places',
  },
  product: {
    label: 'Your first product',
    why: 'A photo, a price, how many. So far there are none, or made-up ones.',
    href: '#products',
  },
  photos: {
    label: 'Five photos from your phone',
    why: 'Your face, your farm, your stall: strangers buy from people they can see.',
    href: '#settings/photo_top',
  },
  cards: { label: 'Taking money', why: '', href: '#taking-money' },
  mail: { label: 'Email', why: 'Emails aren’t going out yet.', href: '#email' },
  backup: {
    label: 'Backup',
    why: 'One every night, and a passphrase that only you know.',
    href: '#backups',
  },
  trial: {
    label: 'Go live: one real $1 order',
    why: 'Sell yourself something for $1, pay with your own card, then refund it.',
    href: '#orders',
  },
}

const CARDS: Record<CardState, string> = {
  closed: 'You can’t take cards right now: the live keys are gone.',
  sandbox: 'You can’t take real cards yet: only test cards work.',
  test: 'Stripe is in test mode: nobody pays yet.',
  live: '',
}

const KEYS = [
  'farm_name',
  'contact_phone',
  'contact_email',
  'business_address',
  'time_zone',
] as const

type Typed = Partial<Record<(typeof KEYS)[number], string>>

/** The first step of an empty shop: who the farm is, in one form. */
function FarmForm() {
  const { data: stored } = useQuery(deskSettingsQuery)
  const book = useDraftBook('first-hour', 'own')
  const [typed, setTyped] = useDraft<Typed>('farm', {}, book)
  const [refused, setRefused] = useState<ReadonlyMap<SettingKey, string>>(new Map())
  const client = useQueryClient()
  const save = useSaveSettings()
  if (!stored) return null
  // Until the farmer says otherwise, this device's own zone is the likely one.
  const isZoneSaid = stored.some(({ key }) => key === 'time_zone')
  const textOf = (key: (typeof KEYS)[number]) =>
    typed[key] ??
    (key === 'farm_name' && !stored.some((one) => one.key === key) ? '' : null) ??
    (key === 'time_zone' && !isZoneSaid ? HERE : settingValue(stored, key))
  const submit = async () => {
    const said = KEYS.map((key) => {
      const text = textOf(key).trim()
      return { key, value: key === 'contact_phone' ? formatPhone(text) : text }
    })
    const wrong = new Map<SettingKey, string>(
      said.flatMap(({ key, value }) => {
        const fault = value === '' ? EMPTY[key] : SETTINGS[key].wrong?.(value)
        return fault ? [[key, fault] as const] : []
      }),
    )
    if (!textOf('contact_phone').trim() && !textOf('contact_email').trim())
      wrong.set('contact_phone', 'Please enter a phone number or an email address.')
    setRefused(wrong)
    if (wrong.size > 0) return
    const failed = await save
      .mutateAsync(
        said
          .map(({ key, value }) => ({ key, value, loaded: settingValue(stored, key) }))
          .filter(({ value, loaded }) => value !== loaded),
      )
      .catch(() => null)
    if (!failed) return
    setRefused(new Map([...failed].map(([key, { message }]) => [key, message])))
    if (failed.size === 0) setTyped({})
    await invalidate(client, firstStepsOf.show)
  }
  const wired = (key: (typeof KEYS)[number]) => ({
    name: key,
    value: textOf(key),
    error: refused.get(key),
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [key]: target.value })),
  })
  return (
    <Form className="grid gap-4 px-4 pt-2 pb-4" onSubmit={() => void submit()}>
      <TextField label="Farm name" required autoComplete="organization" {...wired('farm_name')} />
      <TextField
        label="Phone"
        type="tel"
        required={textOf('contact_email').trim() === ''}
        autoComplete="tel"
        {...wired('contact_phone')}
      />
      <TextField
        label="Email"
        type="email"
        required={textOf('contact_phone').trim() === ''}
        autoComplete="email"
        {...wired('contact_email')}
      />
      <TextField
        label="Address"
        required
        hint="Street, city, state and ZIP code. It goes at the bottom of every email."
        autoComplete="street-address"
        {...wired('business_address')}
      />
      <SelectField
        label="Time zone"
        required
        options={zones(textOf('time_zone'))}
        {...wired('time_zone')}
      />
      <Button type="submit" size="lg" busy={save.isPending}>
        {save.isPending ? 'Saving…' : 'Save'}
      </Button>
    </Form>
  )
}

const EMPTY: Partial<Record<SettingKey, string>> = {
  farm_name: 'Please enter your farm’s name.',
  business_address: 'Please enter your farm’s address.',
}

const HERE = deviceZone()

const ZONES: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern Time',
  'America/Chicago': 'Central Time',
  'America/Denver': 'Mountain Time',
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific Time',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
}

/** The farm's own too, where it is none of these. */
function zones(own: string): [string, string][] {
  const now = new Date().toISOString()
  return [...new Set([...Object.keys(ZONES), own])].map((zone) => [
    zone,
    `${ZONES[zone] ?? zone} · now ${farmDates(zone).formatTime(now)}`,
  ])
}
