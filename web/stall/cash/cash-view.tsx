import { Boxes, ChevronRight, Package, Sprout } from 'lucide-react'
import { type ComponentType, type SubmitEvent, useState } from 'react'
import { CASH_MOVES, type CashMoveKind } from '#contract/cash-move-labels.ts'
import { formatDifference } from '#contract/cash-text.ts'
import { formatDollars, toCents, toDollars } from '#contract/money.ts'
import { dollarsOf } from '#contract/plain-dollars.ts'
import type { StallDay } from '#contract/stall.ts'
import { typedDollars } from '#contract/typed-numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { CashFields, CountedField } from '#web/ui/sale/cash-fields.tsx'
import { ExpectedCash } from '#web/ui/sale/expected-cash.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { Sheet } from '../frame/sheet.tsx'
import { groupBoxes, isGiven, stateOf } from '../hand-over/box-groups.ts'
import { useStall, useStallDraft } from '../use-stall.ts'
import { CameHome } from './came-home.tsx'
import { cashFaults } from './cash-faults.ts'
import { GoodsOnTruck } from './goods-on-truck.tsx'

export function CashView() {
  const { day, phone } = useStall()
  const [, part] = useHash().split('/')
  const isFarmer = phone?.grant?.person.role === 'farmer'
  if (!day) return null
  if (isFarmer && part === 'truck') return <GoodsOnTruck day={day} />
  if (isFarmer && part === 'home') return <CameHome day={day} />
  return (
    <div className="grid gap-4 pt-4">
      <h2 className="sr-only">Cash</h2>
      <ExpectedCash box={{ ...day.cash, start: startOf(day) }} />
      <CashButtons day={day} isFarmer={isFarmer} />
      {isFarmer && <CountCash day={day} />}
      <Rest day={day} isFarmer={isFarmer} />
      <p className="text-center text-bark-deep">
        {isFarmer
          ? 'The day is closed at the desk, once every phone has sent what it holds.'
          : 'The farmer counts the cash and closes the day.'}
      </p>
    </div>
  )
}

/** The sum in dollars: two phones may each have sent a part. */
function startOf({ cash }: StallDay): number {
  return dollarsOf(cash.starts.reduce((sum, { amount }) => sum + toCents(amount), 0))
}

function Rest({ day, isFarmer }: { day: StallDay; isFarmer: boolean }) {
  const here = groupBoxes(day.boxes).filter((group) => stateOf(group) === 'here')
  const boxes = here.flat()
  const loaded = day.products.reduce((sum, one) => sum + one.loaded, 0)
  const sold = day.products.reduce(
    (sum, { loaded: had, sold: went }) => sum + Math.min(had, went),
    0,
  )
  return (
    <ul className="rounded-2xl border border-straw bg-card">
      <RestRow
        href="#hand-out"
        Icon={Package}
        title="Not picked up"
        note={
          boxes.map(({ id, shortName }) => `#${id} ${shortName}`).join(', ') ||
          (day.boxes.some(isGiven) ? 'All are given.' : 'No boxes for this day.')
        }
        count={boxes.length}
      />
      {isFarmer && (
        <>
          <RestRow
            href="#close/truck"
            Icon={Boxes}
            title="Goods on the truck"
            note={loaded > 0 ? `${loaded} put on it, ${sold} of them sold` : 'Say what rode along.'}
            count={loaded - sold}
          />
          <RestRow
            href="#close/home"
            Icon={Sprout}
            title="Came home"
            note={day.home.length > 0 ? 'Written down' : 'What can be sold again, what is waste'}
          />
        </>
      )}
    </ul>
  )
}

type RestRowProps = {
  href: string
  Icon: ComponentType<{ className?: string }>
  title: string
  note: string
  count?: number
}

function RestRow({ href, Icon, title, note, count }: RestRowProps) {
  return (
    <li className="border-b border-straw last:border-0">
      <a href={href} className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
        <span aria-hidden="true" className="rounded-xl bg-sprout p-2 text-leaf-deep">
          <Icon className="size-6" />
        </span>
        <span className="min-w-0 grow basis-40 leading-snug">
          <strong className="block">{title}</strong>
          <span className="line-clamp-2 text-[0.9375rem] wrap-anywhere text-bark-deep">{note}</span>
        </span>
        {count !== undefined && (
          <span className="text-2xl font-semibold tabular-nums">{count}</span>
        )}
        <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
      </a>
    </li>
  )
}

function CountCash({ day }: { day: StallDay }) {
  const key = `count ${day.marketDay.id}`
  const [typed, setTyped, send] = useStallDraft(key, { counted: '', note: '' })
  const [isTried, setTried] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  const counted = typedDollars(typed.counted)
  const isAmount = counted !== null && counted >= 0
  const difference = isAmount ? formatDifference(toDollars(counted), day.cash.expected) : null
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (!isAmount) return
    if (!(await send({ kind: 'count-cash', ...typed }))) return
    setTried(false)
    setNotice(`Counted ${formatDollars(counted)}. ${difference}. Saved on this phone.`)
  }
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid gap-3">
      <CountedField
        value={typed.counted}
        error={isTried && !isAmount ? 'An amount, such as 241.00.' : undefined}
        difference={difference}
        onType={(text) => {
          setNotice(null)
          setTyped({ ...typed, counted: text })
        }}
      />
      {typed.counted !== '' && (
        <TextField
          label="Note"
          name="note"
          maxLength={200}
          value={typed.note}
          onChange={({ target }) => setTyped({ ...typed, note: target.value })}
        />
      )}
      <Button type="submit" size="lg">
        Write down the count
      </Button>
      {notice && (
        <p role="status" className="text-center">
          {notice}
        </p>
      )}
    </form>
  )
}

type CashButtonsProps = { day: StallDay; isFarmer: boolean }

function CashButtons({ day, isFarmer }: CashButtonsProps) {
  const [open, setOpen] = useState<CashMoveKind | null>(null)
  const kinds: CashMoveKind[] = isFarmer ? ['start', 'paid_out', 'put_in'] : ['paid_out', 'put_in']
  return (
    <div className="flex flex-wrap gap-2 *:grow">
      {kinds.map((kind) => (
        <Button key={kind} variant="quiet" onClick={() => setOpen(kind)}>
          {CASH_MOVES[kind].button}
        </Button>
      ))}
      {open && <CashSheet day={day} kind={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

type CashSheetProps = { day: StallDay; kind: CashMoveKind; onClose: () => void }

function CashSheet({ day, kind, onClose }: CashSheetProps) {
  const { title } = CASH_MOVES[kind]
  const first = { amount: '', note: '' }
  const [typed, setTyped, send] = useStallDraft(`cash ${kind} ${day.marketDay.id}`, first)
  const [isTried, setTried] = useState(false)
  const faults = cashFaults(kind, typed)
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (faults.amount || faults.note) return
    const { amount } = typed
    const command =
      kind === 'start'
        ? { kind: 'cash-start' as const, amount, replaces: day.cash.starts.map(({ id }) => id) }
        : { kind: 'cash-move' as const, move: kind, amount, note: typed.note }
    if (await send(command)) onClose()
  }
  return (
    <Sheet title={title} onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-4">
        <CashFields
          {...{ kind, typed }}
          hasNote={kind !== 'start'}
          errors={isTried ? faults : {}}
          onType={setTyped}
        />
        <Button type="submit" size="lg">
          Save
        </Button>
      </form>
    </Sheet>
  )
}
