import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { calendar } from '#contract/calendar/calendar.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import { call } from '#web/api/call.ts'
import { IconButton } from '../shared/icon-button.tsx'
import { useCalendarChange } from './calendar-query.ts'

const STEPS = [
  { direction: 'up', Icon: ArrowUp, by: -1 },
  { direction: 'down', Icon: ArrowDown, by: 1 },
] as const

type MovePlaceProps = { place: DeskPlace; places: readonly DeskPlace[] }

/** Buyers, lists and this page name the places in the order that these two buttons make. */
export function MovePlace(props: MovePlaceProps) {
  return STEPS.map((step) => <MoveButton key={step.direction} {...props} {...step} />)
}

type MoveButtonProps = MovePlaceProps & (typeof STEPS)[number]

/** At the end of the list it stays a button, so that the focus does. */
function MoveButton({ place, places, direction, Icon, by }: MoveButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const target = places.indexOf(place) + by
  const isAtEnd = target < 0 || target >= places.length
  const { id, name, position } = place
  const move = useCalendarChange({
    send: () => {
      const body = { position: target + 1, base: { position } }
      return call(calendar.changePlace, { params: { id: String(id) }, body })
    },
    done: `${name} moved ${direction}`,
    failed: `${name} was not moved`,
    onShown: () => button.current?.focus(),
  })
  return (
    <IconButton
      ref={button}
      tip={`Move ${direction}`}
      label={`Move ${name} ${direction}`}
      Icon={Icon}
      aria-disabled={isAtEnd || move.isPending}
      className="aria-disabled:opacity-40"
      onClick={() => {
        if (!isAtEnd && !move.isPending) move.mutate()
      }}
    />
  )
}
