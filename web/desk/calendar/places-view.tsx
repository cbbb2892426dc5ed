import { CalendarPlus, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { calendar, type DeskCalendar } from '#contract/calendar/calendar.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import type { DeskRule } from '#contract/calendar/rules.ts'
import { call } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Card } from '../shared/card.tsx'
import { ChangeQuestion, openDialog, type QuestionProps } from '../shared/dialog-at.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { MoveButtons } from '../shared/move-buttons.tsx'
import { type TaskAt, TaskTab } from '../shared/task-dialog.tsx'
import { CONCERNED, useCalendarChange, useOpenDelivery } from './calendar-query.ts'
import { formatRule, formatRuleTerms } from './calendar-text.ts'
import { PlaceDialog } from './place-dialog.tsx'
import { PlanQuestion } from './plan-dialog.tsx'
import { RuleDialog } from './rule-dialog.tsx'

export function PlacesView({ calendar: { places } }: { calendar: DeskCalendar }) {
  return (
    <TaskTab
      title="Places and schedule"
      addLabel="Add a place"
      base={BASE}
      taskAt={(path) => taskAt(path, places)}
    >
      <div className="grid gap-4">
        {places.map((place) => (
          <PlaceCard key={place.id} place={place} places={places} />
        ))}
      </div>
    </TaskTab>
  )
}

const BASE = 'calendar/places'

const begin = (path: string) => openDialog(`${BASE}/${path}`)

function DeleteRuleQuestion({ rule, ...dialog }: QuestionProps & { rule: DeskRule }) {
  return (
    <PlanQuestion
      {...dialog}
      title={`Delete the rule “${formatRule(rule)}”?`}
      confirmLabel="Delete the rule"
      done="Rule deleted"
      failed="The rule was not deleted"
      send={(confirm) => call(calendar.deleteRule, { params: { id: rule.id }, query: { confirm } })}
    />
  )
}

function RetireQuestion({ place, ...dialog }: QuestionProps & { place: DeskPlace }) {
  const { isRetired, name } = place
  return (
    <ChangeQuestion
      {...dialog}
      title={isRetired ? `Bring back ${name}?` : `Remove ${name}?`}
      send={() => {
        const body = { isRetired: !isRetired, base: { isRetired } }
        return call(calendar.changePlace, { params: { id: place.id }, body })
      }}
      done={isRetired ? 'Place is back' : 'Place removed'}
      failed="The place was not changed"
      refreshes={CONCERNED}
      confirmLabel={isRetired ? 'Bring back' : 'Remove'}
      busyLabel="Saving…"
    >
      {isRetired
        ? 'Its rules make days again, and buyers can choose it.'
        : 'Buyers can no longer choose it. Its coming days go away, except those with orders.'}
    </ChangeQuestion>
  )
}

type PlaceProps = { place: DeskPlace; places: readonly DeskPlace[] }

function PlaceCard({ place, places }: PlaceProps) {
  const { name, isRetired } = place
  return (
    <Card aria-label={name} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-xl wrap-anywhere sm:text-2xl">{name}</h3>
        {place.kind === 'delivery' && name !== 'Delivery' && (
          <Badge variant="outline">Delivery</Badge>
        )}
        {isRetired && <Badge variant="secondary">Removed</Badge>}
        <span className="ml-auto flex flex-wrap gap-2">
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Edit ${name}`}
            onClick={() => begin(`${place.id}`)}
          >
            Edit
          </Button>
          <Button
            variant="quiet"
            size="sm"
            aria-label={isRetired ? `Bring back ${name}` : `Remove ${name}`}
            onClick={() => begin(`${place.id}/retire`)}
          >
            {isRetired ? 'Bring back' : 'Remove'}
          </Button>
        </span>
      </div>
      <PlaceFacts place={place} />
      <Rules place={place}>
        {places.length > 1 && <MovePlace place={place} places={places} />}
      </Rules>
    </Card>
  )
}

function PlaceFacts({ place }: { place: DeskPlace }) {
  const { kind, address, mapUrl, note, zips, daysAhead } = place
  const openDelivery = useOpenDelivery()
  return (
    <div className="grid gap-1 wrap-anywhere">
      {kind === 'pickup' && <p>{address || 'No address yet.'}</p>}
      {mapUrl && <TextLink href={mapUrl}>Map</TextLink>}
      {kind === 'delivery' && <p>{zips ? `ZIP codes ${zips.join(', ')}` : openDelivery}</p>}
      {note && <p className="whitespace-pre-line">{note}</p>}
      <p className="text-bark-deep">
        Customers see {daysAhead === 1 ? 'the next day' : `the next ${daysAhead} dates`}.
      </p>
    </div>
  )
}

function Rules({ place, children }: { place: DeskPlace; children: ReactNode }) {
  return (
    <>
      {place.rules.length > 0 && (
        <ul className="divide-y divide-straw border-y border-straw">
          {place.rules.map((rule) => (
            <li key={rule.id} className="flex flex-wrap items-center justify-end gap-2 py-2">
              <span className="grow basis-48">
                <span className="block font-semibold">{formatRule(rule)}</span>
                <span className="block text-[0.9375rem] text-bark-deep">
                  {formatRuleTerms(rule)}
                </span>
              </span>
              <IconButton
                tip="Change"
                label={`Change ${formatRule(rule)}`}
                Icon={Pencil}
                onClick={() => begin(`rules/${rule.id}`)}
              />
              <IconButton
                tip="Delete"
                label={`Delete ${formatRule(rule)}`}
                Icon={Trash2}
                isDanger
                onClick={() => begin(`rules/${rule.id}/delete`)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="plain"
          size="sm"
          className="-ml-3 mr-auto"
          aria-label={`Add a weekly day to ${place.name}`}
          onClick={() => begin(`${place.id}/rule`)}
        >
          <CalendarPlus aria-hidden="true" className="size-5" />
          Add a weekly day
        </Button>
        {children}
      </div>
    </>
  )
}

/** `new`, `3`, `3/retire`, `3/rule` for a new one, `rules/5` and `rules/5/delete`. */
function taskAt(path: string, places: readonly DeskPlace[]): TaskAt {
  if (path === 'new') return { dialogOf: (dialog) => <PlaceDialog place={null} {...dialog} /> }
  const [, isOfRule, id, ending] =
    /^(rules\/)?([1-9]\d{0,9})(?:\/(retire|rule|delete))?$/.exec(path) ?? []
  if (id === undefined) return null
  return (isOfRule ? ruleTask : placeTask)(places, Number(id), ending)
}

function placeTask(places: readonly DeskPlace[], id: number, ending = ''): TaskAt {
  const place = places.find((one) => one.id === id)
  if (!place) return 'gone'
  if (ending === 'rule')
    return { dialogOf: (dialog) => <RuleDialog place={place} rule={null} {...dialog} /> }
  const Task = ending === 'retire' ? RetireQuestion : PlaceDialog
  return { dialogOf: (dialog) => <Task place={place} {...dialog} /> }
}

function ruleTask(places: readonly DeskPlace[], id: number, ending = ''): TaskAt {
  for (const place of places) {
    const rule = place.rules.find((one) => one.id === id)
    if (!rule) continue
    const Task = ending === 'delete' ? DeleteRuleQuestion : RuleDialog
    return { dialogOf: (dialog) => <Task place={place} rule={rule} {...dialog} /> }
  }
  return 'gone'
}

function MovePlace({ place, places }: PlaceProps) {
  const { id, name, position } = place
  const index = places.indexOf(place)
  const move = useCalendarChange({
    send: (by: number) => {
      const body = { position: index + 1 + by, base: { position } }
      return call(calendar.changePlace, { params: { id }, body })
    },
    done: (_, by) => ({ title: `${name} moved ${by < 0 ? 'up' : 'down'}` }),
    failed: `${name} was not moved`,
  })
  return (
    <MoveButtons
      name={name}
      index={index}
      count={places.length}
      onMove={(by, button) =>
        move.isPending || move.mutate(by, { onSuccess: () => button.focus() })
      }
    />
  )
}
