import { memo, useRef, useState } from 'react'
import { formatDollars, formatMoney } from '#contract/money/money.ts'
import { formatClock } from '#contract/time/device-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useIsFarmer, useStall } from '../use-stall.ts'
import { standing } from '../with-outbox.ts'
import {
  type BoxGroup,
  backOf,
  dueOf,
  formatGroup,
  givesOf,
  keyOf,
  namesOf,
  stateOf,
} from './box-groups.ts'
import { giveBoxes, giveMoneyBack, takeBoxesBack, undoMoney } from './note-boxes.ts'

/** In ms. A second tap this soon isn't meant to undo the first. */
const QUICK = 600

type BoxRowProps = {
  group: BoxGroup
  isOpen: boolean
  /** Must be a stable function, as must the next: a row re-renders only if its box changed. */
  onGiven: (key: number) => void
  onPay: (key: number) => void
}

/** Memoized: a tap changes one box, and re-rendering a long list makes the next tap wait. */
export const BoxRow = memo(BoxOf, isAsItWas)

function isAsItWas(before: BoxRowProps, now: BoxRowProps): boolean {
  // Notes on this phone create a box object anew each time the day is computed.
  const isSame = (box: BoxGroup[number], at: number) =>
    box === now.group[at] || JSON.stringify(box) === JSON.stringify(now.group[at])
  return (
    before.isOpen === now.isOpen &&
    before.group.length === now.group.length &&
    before.group.every(isSame)
  )
}

function BoxOf({ group, isOpen, onGiven, onPay }: BoxRowProps) {
  const [isShown, setShown] = useState(isOpen)
  const state = stateOf(group)
  const isHere = state === 'here'
  const open = isShown || isOpen
  return (
    <li className="[content-visibility:auto] -mb-px border-b border-straw py-1.5 pr-2.5 pl-3.5 [contain-intrinsic-size:auto_4.75rem] lg:odd:border-r">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setShown(!open)}
          className="flex min-h-14 min-w-0 grow basis-44 cursor-pointer items-center gap-x-3 text-left"
        >
          <span
            className={classNames(
              'min-w-12 shrink-0 text-xl leading-tight font-bold tabular-nums',
              !isHere && 'text-bark-deep',
            )}
          >
            {group.map(({ id }) => (
              <span key={id} className="block">
                #{id}
              </span>
            ))}
          </span>
          <span className="min-w-0 leading-snug wrap-anywhere">
            <span
              className={classNames('block text-lg font-semibold', !isHere && 'text-bark-deep')}
            >
              {namesOf(group)} <Mark group={group} />
            </span>
            <span className="line-clamp-2 text-[0.9375rem] text-bark-deep">{boxNote(group)}</span>
          </span>
        </button>
        <BoxAction group={group} onGiven={onGiven} onPay={onPay} />
      </div>
      {open && <BoxDetails group={group} />}
    </li>
  )
}

function Mark({ group }: { group: BoxGroup }) {
  const [due, back] = [dueOf(group), backOf(group)]
  if (stateOf(group) === 'cancelled')
    return <Chip look="bg-beet-pale text-beet-deep">CANCELLED</Chip>
  if (due > 0) return <Chip look="border border-yolk bg-yolk-pale text-yolk-deep">NOT PAID</Chip>
  return back > 0 ? (
    <Chip look="bg-yolk-pale text-yolk-deep">{formatDollars(back)} TO GIVE BACK</Chip>
  ) : null
}

function Chip({ look, children }: { look: string; children: React.ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-block rounded-full px-2.5 text-sm font-semibold whitespace-nowrap',
        look,
      )}
    >
      {children}
    </span>
  )
}

function boxNote(group: BoxGroup): string {
  const state = stateOf(group)
  const last = group.flatMap(({ gives }) => gives).at(-1)
  if (state === 'given' && last) return `picked up ${formatClock(last.at)}`
  if (state === 'cancelled') return 'Do not hand it out. Ask the farmer.'
  const notes = group.flatMap((box) => box.notes)
  return [formatGroup(group), ...notes].join(' · ')
}

function BoxAction({ group, onGiven, onPay }: Pick<BoxRowProps, 'group' | 'onGiven' | 'onPay'>) {
  const givenAt = useRef(0)
  const state = stateOf(group)
  const number = group.map(({ id }) => `#${id}`).join(', ')
  const due = dueOf(group)
  const take = due > 0 && (
    <Button
      size="lg"
      aria-label={`Take ${formatDollars(due)}, ${number}`}
      className="bg-yolk! px-4 text-on-yolk! hover:bg-yolk-deep! hover:text-card!"
      onClick={() => onPay(keyOf(group))}
    >
      Take {formatDollars(due)}
    </Button>
  )
  if (state === 'cancelled') return null
  if (state === 'given') {
    if (!group.some((box) => givesOf(box).length > 0)) return take
    const undo = () => {
      if (Date.now() - givenAt.current > QUICK) void takeBoxesBack(group)
    }
    return (
      <>
        {take}
        <Button
          variant="plain"
          size="lg"
          className="ml-auto px-3.5 text-leaf-deep! underline underline-offset-4"
          aria-label={`Undo, ${number}`}
          onClick={undo}
        >
          Undo
        </Button>
      </>
    )
  }
  if (take) return take
  const give = () => {
    givenAt.current = Date.now()
    onGiven(keyOf(group))
    void giveBoxes(group)
  }
  return (
    <Button
      variant="quiet"
      size="lg"
      className="border-2! border-leaf! px-5 text-leaf-deep!"
      aria-label={`Hand out, ${number}`}
      onClick={give}
    >
      Hand out
    </Button>
  )
}

function BoxDetails({ group }: { group: BoxGroup }) {
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
              {give ? 'Given' : 'Given by the desk'} at {formatClock(at)}
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

function MoneyHere({ group }: { group: BoxGroup }) {
  const { outbox, sent } = useStall()
  const payments = standing([...sent, ...outbox].map(({ command }) => command))
    .filter((command) => command.kind === 'pay')
    .filter(({ order }) => group.some(({ id, mark }) => id === order.id && mark === order.mark))
  if (payments.length === 0) return null
  return (
    <ul className="grid gap-1">
      {payments.map(({ id, tenders }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3">
          <span>
            Paid: {tenders.map(({ way, amount }) => `${formatMoney(amount)} ${way}`).join(', ')}
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

function GoesBack({ group }: { group: BoxGroup }) {
  const { day } = useStall()
  const isFarmer = useIsFarmer()
  const [asked, setAsked] = useState('')
  const back = backOf(group)
  if (back === 0) return null
  const amount = formatDollars(back)
  if (!isFarmer) return <p>{amount} goes back to the customer. The farmer gives it.</p>
  const hasEbt = group.some(({ due, ebtPaid = 0 }) => due < 0 && ebtPaid > 0)
  const ways = day?.ways.filter((way) => way.isCash || (hasEbt && way.isEbt)) ?? []
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="grow">{amount} goes back to the customer.</p>
      {hasEbt && (
        <p className="w-full">SNAP/EBT paid for some: benefits go back to the EBT card.</p>
      )}
      {ways
        .toSorted((one, other) => (hasEbt ? Number(one.isCash) - Number(other.isCash) : 0))
        .map((way) => (
          <Button
            key={way.name}
            variant="quiet"
            onClick={() =>
              hasEbt && way.isCash && asked !== way.name
                ? setAsked(way.name)
                : void giveMoneyBack(group, way)
            }
          >
            {asked === way.name ? `Really give back ${way.name}?` : `Given back, ${way.name}`}
          </Button>
        ))}
    </div>
  )
}
