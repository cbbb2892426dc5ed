import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calendar, type DeskCalendar } from '#contract/calendar.ts'
import type { DeskPlace } from '#contract/calendar-places.ts'
import type { DeskRule } from '#contract/calendar-rules.ts'
import { placeInSentence, SEEDED_ZONE } from '#contract/seeded-facts.ts'
import { SETTING_VALUES, settingValue } from '#contract/setting-table.ts'
import { settings } from '#contract/settings.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
import { Card } from '../shared/card.tsx'
import { useCalendarChange } from './calendar-query.ts'
import { PlaceDialog } from './place-dialog.tsx'
import type { PlaceField } from './place-fields.tsx'

/** Thursday of the weeks of a Saturday market, at 8 PM. */
const THURSDAY = 4
const EIGHT_PM = '20:00'

/** What a fresh shop has not said yet; gone once all of it is. */
export function FirstSteps({ calendar: { places } }: { calendar: DeskCalendar }) {
  const [edited, setEdited] = useState<{ place: DeskPlace; focused: PlaceField } | null>(null)
  const { bare, everywhere, rules } = listSteps(places)
  const isUnnamed = useUnnamedFarm()
  if (useFirstSteps(places) === 0) return null
  return (
    <Card aria-labelledby="first-steps" className="mb-8">
      <h2 id="first-steps" className="mb-2 text-xl sm:text-2xl">
        First steps
      </h2>
      <ul className="divide-y divide-straw">
        {isUnnamed && <NameStep />}
        {bare.map((place) => (
          <Step
            key={place.id}
            text={`Buyers cannot see yet where ${placeInSentence(place.name)} is.`}
            label={`Say where ${placeInSentence(place.name)} is`}
            onDo={() => setEdited({ place, focused: 'address' })}
          />
        ))}
        {everywhere.map((place) => (
          <Step
            key={place.id}
            text="Buyers anywhere in the country can order for delivery."
            label={`Say which ZIP codes ${place.name === SEEDED_ZONE ? 'you deliver to' : `${place.name} covers`}`}
            onDo={() => setEdited({ place, focused: 'zips' })}
          />
        ))}
        {rules.length > 0 && <ProposedEnd rules={rules} />}
      </ul>
      {edited && <PlaceDialog {...edited} open onClose={() => setEdited(null)} />}
    </Card>
  )
}

function listSteps(places: readonly DeskPlace[]) {
  const used = places.filter(({ isRetired }) => !isRetired)
  return {
    bare: used.filter(({ kind, address }) => kind === 'pickup' && address === ''),
    everywhere: used.filter(({ kind, zips }) => kind === 'delivery' && zips === null),
    rules: used.flatMap((place) => place.rules.filter(isAsAtFirst)),
  }
}

/** How many are left; none until all is known. */
export function useFirstSteps(places: readonly DeskPlace[]): number {
  const { bare, everywhere, rules } = listSteps(places)
  const isUnnamed = useUnnamedFarm()
  if (isUnnamed === undefined) return 0
  return Number(isUnnamed) + bare.length + everywhere.length + Math.min(rules.length, 1)
}

/** Whether the farm still has the name of a fresh shop. */
function useUnnamedFarm(): boolean | undefined {
  const { data } = useQuery(query(settings.list))
  return data && settingValue(data, 'farm_name') === SETTING_VALUES.farm_name
}

/** The rule a shop begins with: orders until the end of the day before. */
function isAsAtFirst({ weekday, orderDays, orderTime }: DeskRule): boolean {
  return weekday > THURSDAY && orderDays === 0 && orderTime === '00:00'
}

function ProposedEnd({ rules }: { rules: readonly DeskRule[] }) {
  const take = useCalendarChange({
    send: () => takeThursday(rules),
    done: 'Buyers order until Thursday 8 PM',
    failed: 'Not everything was saved',
  })
  return (
    <Step
      text="Buyers can order until midnight before the market day, which leaves you no time to pick and pack."
      label="Order until Thursday 8 PM"
      busy={take.isPending}
      onDo={() => take.mutate()}
    />
  )
}

/** One after the other: each is confirmed as it was looked at a moment before. */
async function takeThursday(rules: readonly DeskRule[]): Promise<void> {
  for (const { id, weekday, orderDays, orderTime } of rules) {
    const params = { id: String(id) }
    const base = { orderDays, orderTime }
    const change = { orderDays: weekday - THURSDAY, orderTime: EIGHT_PM, base }
    const { hash } = await call(calendar.changeRule, { params, body: change })
    await call(calendar.changeRule, { params, body: { ...change, confirm: hash } })
  }
}

/** Beside its name the settings have the farm's clock and state. */
function NameStep() {
  return (
    <Step
      text={`Your shop is still called ${SETTING_VALUES.farm_name}. Its name, clock and state stand in the settings.`}
      label="Say what your farm is called"
      onDo={() => goToHash('settings/farm_name')}
    />
  )
}

type StepProps = { text: string; label: string; busy?: boolean; onDo: () => void }

function Step({ text, label, busy = false, onDo }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <p className="flex-1 basis-60">{text}</p>
      <Button variant="quiet" size="sm" busy={busy} onClick={onDo}>
        {label}
      </Button>
    </li>
  )
}
