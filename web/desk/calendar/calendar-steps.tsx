import { calendar, type DeskCalendar } from '#contract/calendar/calendar.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import type { DeskRule } from '#contract/calendar/rules.ts'
import { placeInSentence, SEEDED_ZONE } from '#contract/settings/seeded-facts.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '../shared/card.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { useCalendarChange } from './calendar-query.ts'
import { PlaceDialog } from './place-dialog.tsx'
import type { PlaceField } from './place-fields.tsx'

/** Thursday of the weeks of a Saturday market, at 8 PM. */
const THURSDAY = 4
const EIGHT_PM = '20:00'

/** What a new shop's calendar still needs; hidden once it is complete. */
export function CalendarSteps({ calendar: { places } }: { calendar: DeskCalendar }) {
  const { bare, everywhere, rules } = listSteps(places)
  if (bare.length + everywhere.length + rules.length === 0) return null
  return (
    <Card aria-labelledby="calendar-steps" className="mb-8">
      <h2 id="calendar-steps" className="mb-2 text-xl sm:text-2xl">
        Before the first market day
      </h2>
      <ul className="divide-y divide-straw">
        {bare.map((place) => (
          <Step
            key={place.id}
            text={`Buyers cannot see yet where ${placeInSentence(place.name)} is.`}
            label={`Say where ${placeInSentence(place.name)} is`}
            onDo={() => openDialog(stepAddress(place, 'address'))}
          />
        ))}
        {everywhere.map((place) => (
          <Step
            key={place.id}
            text="Buyers anywhere in the country can order for delivery."
            label={`Say which ZIP codes ${place.name === SEEDED_ZONE ? 'you deliver to' : `${place.name} covers`}`}
            onDo={() => openDialog(stepAddress(place, 'zips'))}
          />
        ))}
        {rules.length > 0 && <ProposedEnd rules={rules} />}
      </ul>
      {[...bare, ...everywhere].map((place) => {
        const focused = place.kind === 'delivery' ? 'zips' : 'address'
        return (
          <DialogAt key={place.id} address={stepAddress(place, focused)} parent="calendar">
            {(dialog) => <PlaceDialog place={place} focused={focused} {...dialog} />}
          </DialogAt>
        )
      })}
    </Card>
  )
}

/** The place's own form stands among the places. */
function stepAddress({ id }: DeskPlace, field: PlaceField): string {
  return `calendar/step-${id}/${field}`
}

function listSteps(places: readonly DeskPlace[]) {
  const used = places.filter(({ isRetired }) => !isRetired)
  return {
    bare: used.filter(({ kind, address }) => kind === 'pickup' && address === ''),
    everywhere: used.filter(({ kind, zips }) => kind === 'delivery' && zips === null),
    rules: used.flatMap((place) => place.rules.filter(isAsAtFirst)),
  }
}

/** The rule a shop begins with: orders until the end of the day before. */
function isAsAtFirst({ weekday, orderDays, orderTime }: DeskRule): boolean {
  return weekday > THURSDAY && orderDays === 0 && orderTime === '00:00'
}

function ProposedEnd({ rules }: { rules: readonly DeskRule[] }) {
  const take = useCalendarChange({
    send: () => takeThursday(rules),
    done: 'Buyers order by Thursday, 8 PM',
    failed: 'Not everything was saved',
  })
  return (
    <Step
      text="Buyers can order until midnight before the market day, which leaves you no time to pick and pack."
      label="Order by Thursday, 8 PM"
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
