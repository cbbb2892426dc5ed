import {
  CircleDollarSign,
  PackageCheck,
  ShoppingBasket,
  Smartphone,
  Sprout,
  Undo2,
} from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { describeCommand } from '#contract/market/describe-command.ts'
import { formatBoxes } from '#contract/packing/box-text.ts'
import { formatClock } from '#contract/time/device-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { saveAsFile } from '../hub.ts'
import type { StallState } from '../stall-state.ts'
import type { Command, SentRow } from '../store/stored.ts'
import { sendNow } from '../sync/start-sending.ts'
import { useStall } from '../use-stall.ts'

export function UnsentView() {
  return (
    <div className="grid gap-4 pt-4">
      <h2 className="sr-only">Waiting to sync</h2>
      <HowMany />
      <Waiting />
      <Decisions />
      <OtherPhones />
    </div>
  )
}

const CARD = 'rounded-2xl border border-straw bg-card'

function HowMany() {
  const { outbox, phone, isSending } = useStall()
  const answeredAt = phone?.heardAt
  return (
    <section className={`${CARD} grid gap-4 px-4 py-6 text-center`}>
      <div>
        <p className="font-serif text-6xl leading-none font-semibold">{outbox.length}</p>
        <p className="mt-2 text-lg font-semibold">{unsentText(outbox.length)}</p>
        <p className="text-bark-deep">
          {answeredAt
            ? `Last reached the shop at ${formatClock(answeredAt)}.`
            : 'The shop was not reached yet.'}{' '}
          {outbox.length > 0 && 'Nothing is lost: each one goes out by itself, once.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-3 *:grow *:basis-32">
        <Button size="lg" busy={isSending} onClick={() => void sendNow({ byHand: true })}>
          Try now
        </Button>
        <Button size="lg" variant="quiet" disabled={outbox.length === 0} onClick={saveAsFile}>
          Save as a file
        </Button>
      </div>
    </section>
  )
}

function unsentText(count: number): string {
  if (count === 0) return 'waiting: the shop has it all'
  return count === 1 ? 'note is on this phone only' : 'notes are on this phone only'
}

const SHOWN = 4

function Waiting() {
  const { outbox } = useStall()
  const [isWhole, setWhole] = useState(false)
  if (outbox.length === 0) return null
  const newest = outbox.toReversed()
  const rows = isWhole ? newest : newest.slice(0, SHOWN)
  return (
    <section aria-label="What waits" className={`${CARD} px-4 py-1`}>
      <ul>
        {rows.map(({ id, command }) => (
          <Row key={id} command={command} />
        ))}
      </ul>
      {newest.length > rows.length && (
        <Button
          variant="plain"
          size="sm"
          className="-ml-3 underline"
          onClick={() => setWhole(true)}
        >
          {newest.length - rows.length} more
        </Button>
      )}
    </section>
  )
}

const ICONS: Record<Command['kind'], ComponentType<{ className?: string }>> = {
  give: PackageCheck,
  pack: PackageCheck,
  sell: ShoppingBasket,
  'take-back': Undo2,
  unpack: Undo2,
  'void-sale': Undo2,
  'void-pay': Undo2,
  pay: CircleDollarSign,
  'pay-back': CircleDollarSign,
  'cash-move': CircleDollarSign,
  'cash-start': CircleDollarSign,
  'count-cash': CircleDollarSign,
  weigh: Sprout,
  load: Sprout,
  unload: Sprout,
  'came-home': Sprout,
}

function Row({ command }: { command: Command }) {
  const { title, note } = commandText(command, useStall())
  const Icon = ICONS[command.kind]
  return (
    <li className="flex items-center gap-3 border-b border-straw py-2.5 last:border-0">
      <span aria-hidden="true" className="rounded-xl bg-sprout p-2 text-leaf-deep">
        <Icon className="size-5" />
      </span>
      <span className="min-w-0 grow leading-snug wrap-anywhere">
        <strong className="block font-semibold">{title}</strong>
        {note && <span className="block text-[0.9375rem] text-bark-deep">{note}</span>}
      </span>
      <span className="shrink-0 text-[0.9375rem] text-bark-deep">
        {formatClock(command.madeAt)}
      </span>
    </li>
  )
}

function OtherPhones() {
  const { day, phone } = useStall()
  const others = (day?.phones ?? []).filter(({ deviceId }) => deviceId !== phone?.deviceId)
  if (others.length === 0) return null
  return (
    <ul aria-label="Other phones" className="rounded-2xl border border-straw bg-card px-4 py-1">
      {others.map(({ deviceId, label, person, waiting, heardAt }) => (
        <li
          key={deviceId}
          className="flex items-center gap-3 border-b border-straw py-3 last:border-0"
        >
          <Smartphone aria-hidden="true" className="size-6 shrink-0 text-bark-deep" />
          <span className="min-w-0 leading-snug wrap-anywhere">
            <strong className="block">
              {label} {person && `(${person})`}
            </strong>
            <span className="text-bark-deep">{formatContact(waiting, heardAt)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** `3 waiting when last heard, 11:50 AM` */
function formatContact(waiting: number, heardAt: string | null): string {
  if (!heardAt) return 'It has not said anything yet.'
  const at = formatClock(heardAt)
  return waiting === 0
    ? `Nothing waiting when last heard, ${at}`
    : `${waiting} waiting when last heard, ${at}`
}

function Decisions() {
  const state = useStall()
  const rows = state.sent.filter((row) => isUndecided(row, state))
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="decisions" className="rounded-2xl border border-yolk bg-card p-4">
      <h3 id="decisions" className="text-lg">
        Needs the farmer’s decision
      </h3>
      <ul>
        {rows.map(({ id, command, message }) => (
          <li key={id} className="border-b border-straw py-2.5 last:border-0">
            <strong className="block">{commandText(command, state).title}</strong>
            <span className="wrap-anywhere text-bark-deep">
              {message ?? 'It waits at the desk. The shop keeps it.'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** As far as the shop has said since it took the note. */
function isUndecided({ id, outcome, command, step }: SentRow, { days }: StallState): boolean {
  if (outcome !== 'set-aside') return outcome !== 'applied'
  const stored = days.find((day) => day.id === command.marketDayId)
  return stored !== undefined && (step > stored.step || stored.day.toDecide?.includes(id) !== false)
}

/** A note in one line, and the box it is about. */
function commandText(command: Command, { day, sent, outbox }: StallState) {
  const names = new Map(day?.products.map(({ id, name }) => [id, name]))
  const undone = 'target' in command && [...sent, ...outbox].find(({ id }) => id === command.target)
  const box = 'order' in command && day?.boxes.find(({ id }) => id === command.order.id)
  return {
    title: undone
      ? `Undone: ${describeCommand(undone.command, names)}`
      : describeCommand(command, names),
    note: box ? `${box.shortName} · ${formatBoxes(box.boxes)}` : '',
  }
}
