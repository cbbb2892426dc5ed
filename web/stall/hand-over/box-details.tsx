import { formatDollars, toCents } from '#contract/money/money.ts'
import { formatClock } from '#contract/time/device-clock.ts'
import { Button } from '#web/ui/button.tsx'
import type { Command } from '../store/stored.ts'
import { useStall } from '../use-stall.ts'
import { type BoxGroup, backOf } from './box-groups.ts'
import { giveMoneyBack, undoMoney } from './note-boxes.ts'

export function BoxDetails({ group }: { group: BoxGroup }) {
  return (
    <div className="mt-1 mb-2 grid gap-3 rounded-2xl bg-paper p-4">
      {group.map(({ id, items, notes, gives }) => (
        <div key={id}>
          {group.length > 1 && <h3 className="text-lg">#{id}</h3>}
          <ul className="grid gap-0.5">
            {items.map(({ productId, name, units }) => (
              <li key={`${productId} ${name}`} className="wrap-anywhere">
                <strong className="tabular-nums">{units} ×</strong> {name}
              </li>
            ))}
          </ul>
          {notes.map((note) => (
            <p key={note} className="mt-2 border-l-2 border-yolk pl-3 wrap-anywhere">
              {note}
            </p>
          ))}
          {gives.map(({ id: give, at, by }) => (
            <p key={give ?? 'desk'} className="mt-2 text-bark-deep">
              {give ? 'Given' : 'Given by the desk'} at {formatClock(new Date(at), new Date())}
              {by && ` by ${by}`}.
            </p>
          ))}
        </div>
      ))}
      <MoneyHere group={group} />
      <GoesBack group={group} />
    </div>
  )
}

type Pay = Extract<Command, { kind: 'pay' }>

function MoneyHere({ group }: { group: BoxGroup }) {
  const { outbox, sent } = useStall()
  const own = [...sent, ...outbox].map(({ command }) => command)
  const undone = new Set(own.flatMap((command) => ('target' in command ? command.target : [])))
  const payments = own.filter(
    (command): command is Pay =>
      command.kind === 'pay' &&
      !undone.has(command.id) &&
      group.some(({ id, mark }) => id === command.order.id && mark === command.order.mark),
  )
  if (payments.length === 0) return null
  return (
    <ul className="grid gap-1">
      {payments.map(({ id, tenders }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3">
          <span>
            Paid:{' '}
            {tenders
              .map(({ way, amount }) => `${formatDollars(toCents(amount))} ${way}`)
              .join(', ')}
          </span>
          <Button
            variant="quiet"
            size="sm"
            aria-label="Undo this payment"
            onClick={() => void undoMoney(id)}
          >
            Undo
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Money goes back by the farmer's hand alone. */
function GoesBack({ group }: { group: BoxGroup }) {
  const { phone, day } = useStall()
  const back = backOf(group)
  if (back === 0) return null
  const amount = formatDollars(back)
  if (phone?.grant?.person.role !== 'farmer')
    return <p>{amount} goes back to the customer. The farmer gives it.</p>
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="grow">{amount} goes back to the customer.</p>
      {day?.ways
        .filter((way) => way.isCash)
        .map((way) => (
          <Button key={way.name} variant="quiet" onClick={() => void giveMoneyBack(group, way)}>
            Given back, {way.name}
          </Button>
        ))}
    </div>
  )
}
