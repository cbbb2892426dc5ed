import { CircleDollarSign, PackageCheck, ShoppingBasket, Sprout, Undo2 } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { formatClock } from '#contract/device-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { SignOut } from '../frame/sign-out.tsx'
import { saveAsFile } from '../save-as-file.ts'
import type { OutboxRow } from '../store/stored.ts'
import { sendNow } from '../sync/start-sending.ts'
import { useStall } from '../use-stall.ts'
import { type CommandText, commandText } from './command-text.ts'
import { Decisions } from './decisions.tsx'
import { OtherPhones } from './other-phones.tsx'

export function UnsentView() {
  return (
    <div className="grid gap-4 pt-4">
      <h2 className="sr-only">Unsent</h2>
      <HowMany />
      <Waiting />
      <Decisions />
      <OtherPhones />
      <div className="grid justify-items-center gap-2 text-center">
        <SignOut />
      </div>
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
        <p className="text-bark-deep text-pretty">
          {answeredAt
            ? `Last reached the shop at ${formatClock(new Date(answeredAt), new Date())}.`
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
  if (count === 0) return 'unsent: the shop has it all'
  return count === 1 ? 'is on this phone only' : 'are on this phone only'
}

/** How many are shown before a tap shows the rest. */
const SHOWN = 4

function Waiting() {
  const { outbox, sent, day } = useStall()
  const [isWhole, setWhole] = useState(false)
  if (outbox.length === 0) return null
  const newest = outbox.toReversed()
  const rows = isWhole ? newest : newest.slice(0, SHOWN)
  const all = [...sent, ...outbox].map(({ command }) => command)
  return (
    <section aria-label="What waits" className={`${CARD} px-4 py-1`}>
      <ul>
        {rows.map((row) => (
          <Row key={row.id} row={row} text={commandText(row.command, day, all)} />
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

const ICONS: Record<CommandText['icon'], ComponentType<{ className?: string }>> = {
  ...{ sale: ShoppingBasket, box: PackageCheck, undo: Undo2 },
  ...{ money: CircleDollarSign, goods: Sprout },
}

function Row({
  row: { command },
  text: { icon, title, note },
}: {
  row: OutboxRow
  text: CommandText
}) {
  const Icon = ICONS[icon]
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
        {formatClock(new Date(command.madeAt), new Date())}
      </span>
    </li>
  )
}
