import { Boxes, ChevronRight, Coins, Package, Smartphone, Sprout } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import { CASH_MOVES, type CashMoveKind } from '#contract/market/cash-move-labels.ts'
import { formatDifference, formatSigned } from '#contract/market/cash-text.ts'
import { sumReturns } from '#contract/market/returns.ts'
import type { StallDay } from '#contract/market/stall.ts'
import {
  type Cents,
  formatDollars,
  formatMoney,
  toCents,
  toDollars,
} from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { refusedAmount } from '#contract/shapes.ts'
import { typedDollars } from '#contract/text/typed-numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { ActBar } from '../frame/act-bar.tsx'
import { Sheet } from '../frame/sheet.tsx'
import { dueOf, groupBoxes, isGiven, stateOf } from '../hand-over/box-groups.ts'
import { reloadDay } from '../load-day.ts'
import { onlinePart } from '../online/online-part.tsx'
import { useIsFarmer, useStall, useStallDraft } from '../use-stall.ts'
import { BackToClose, GoodsOnTruck, Unsold } from './goods.tsx'

const NoShows = onlinePart(() => import('../online/no-shows.tsx').then((code) => code.NoShows))
const DayRecord = onlinePart(() =>
  import('../online/day-record.tsx').then((code) => code.DayRecord),
)

export function CloseView({ day }: { day: StallDay }) {
  const isFarmer = useIsFarmer()
  const [, part] = useHash().split('/')
  if (isFarmer && part === 'truck') return <GoodsOnTruck day={day} />
  if (isFarmer && part === 'unsold') return <Unsold day={day} />
  if (isFarmer && part === 'no-shows')
    return (
      <div className="mx-auto grid max-w-3xl gap-2 pt-1">
        <BackToClose />
        <NoShows dayId={day.marketDay.id} />
      </div>
    )
  return <Closing day={day} />
}

type ClosingProps = { day: StallDay }

function Closing({ day }: ClosingProps) {
  const isFarmer = useIsFarmer()
  const count = useCount(day)
  // The count is compared with what every phone has sent up to now, so reload first.
  useEffect(() => void reloadDay(), [])
  return (
    <div className="grid gap-x-6 gap-y-3 pt-2 lg:grid-cols-2 lg:items-start">
      <h2 className="sr-only">Close</h2>
      <section aria-label="Cash box" className="grid gap-3">
        <div className="rounded-2xl border border-straw bg-card px-4 py-1">
          <ExpectedCash day={day} />
          {isFarmer && count.fields}
        </div>
        <CashButtons day={day} />
        {!isFarmer && <p className="text-center text-bark-deep">The farmer counts the cash.</p>}
      </section>
      <section aria-label="What is left" className="grid gap-3">
        <Rest day={day} />
        {isFarmer && <DayRecord day={day} />}
      </section>
      {isFarmer && count.foot}
    </div>
  )
}

function Rest({ day }: ClosingProps) {
  const isFarmer = useIsFarmer()
  const loaded = day.products.reduce((sum, one) => sum + one.loaded, 0)
  const sold = day.products.reduce(
    (sum, { loaded: had, sold: went }) => sum + Math.min(had, went),
    0,
  )
  return (
    <ul className="rounded-2xl border border-straw bg-card">
      <LeftBoxes day={day} />
      <NotPaid boxes={day.boxes} />
      {isFarmer && (
        <>
          <RestRow
            href="#close/truck"
            Icon={Boxes}
            title="On the truck"
            note={loaded > 0 ? `${loaded} loaded, ${sold} of them sold` : 'Load what rides along.'}
            count={loaded - sold}
          />
          <RestRow href="#close/unsold" Icon={Sprout} title="Unsold" note={unsoldText(day)} />
        </>
      )}
      <WaitingPhones day={day} />
    </ul>
  )
}

function LeftBoxes({ day }: ClosingProps) {
  const isFarmer = useIsFarmer()
  const here = groupBoxes(day.boxes).filter((group) => stateOf(group) === 'here')
  const boxes = here.flat()
  const names = boxes.map(({ id, shortName }) => `#${id} ${shortName}`).join(', ')
  const isOver = Date.now() > Date.parse(day.marketDay.closesAt)
  if (isOver && isFarmer && boxes.length > 0)
    return (
      <RestRow
        href="#close/no-shows"
        Icon={Package}
        isOpen
        title={boxes.length === 1 ? '1 no-show: choose' : `${boxes.length} no-shows: choose`}
        note={names}
      />
    )
  return (
    <RestRow
      href="#hand-out"
      Icon={Package}
      title="To pick up"
      note={names || (day.boxes.some(isGiven) ? 'All are handed out.' : 'No boxes for this day.')}
      count={boxes.length}
    />
  )
}

function NotPaid({ boxes }: Pick<StallDay, 'boxes'>) {
  const unpaid = boxes.filter(({ due, isCancelled }) => due > 0 && !isCancelled)
  if (unpaid.length === 0) return null
  const orders = unpaid.length === 1 ? '1 order' : `${unpaid.length} orders`
  return (
    <RestRow
      href="#hand-out"
      Icon={Coins}
      title={`Not paid: ${orders}, ${formatDollars(dueOf(unpaid))}`}
      note={unpaid.map(({ id, shortName }) => `#${id} ${shortName}`).join(', ')}
    />
  )
}

function unsoldText({ home }: StallDay): string {
  if (home.length === 0) return 'What goes back in stock, and what is waste'
  const goods = [...sumReturns(home).values()]
  const total = (of: 'back' | 'waste') => goods.reduce((sum, one) => sum + one[of], 0)
  return `${total('back')} back in stock, ${total('waste')} waste`
}

function WaitingPhones({ day }: ClosingProps) {
  const { outbox, phone } = useStall()
  const others = day.phones.filter(
    ({ deviceId, waiting }) => deviceId !== phone?.deviceId && waiting > 0,
  )
  const notes = [
    ...(outbox.length > 0 ? [`this phone: ${outbox.length}`] : []),
    ...others.map(({ label, waiting }) => `${label}: ${waiting}`),
  ]
  if (notes.length === 0) return null
  return (
    <RestRow
      href="#notes"
      Icon={Smartphone}
      title="Waiting to sync"
      note={notes.join(', ')}
      isOpen={others.length > 0}
    />
  )
}

type RestRowProps = {
  href: string
  Icon: ComponentType<{ className?: string }>
  title: string
  note: string
  count?: number
  isOpen?: boolean
}

function RestRow({ href, Icon, title, note, count, isOpen = false }: RestRowProps) {
  const look = isOpen ? 'bg-yolk-pale text-yolk-deep' : 'bg-sprout text-leaf-deep'
  return (
    <li className="border-b border-straw last:border-0">
      <a href={href} className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
        <span aria-hidden="true" className={`rounded-xl p-2 ${look}`}>
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

function ExpectedCash({ day: { cash } }: { day: StallDay }) {
  const { starts, sales, orders, givenBack, putIn, paidOut, expected } = cash
  // Two phones may each have sent part of it.
  const start = dollarsOf(starts.reduce((sum, { amount }) => sum + toCents(amount), 0))
  return (
    <dl>
      <Row name={CASH_MOVES.start.name}>{formatMoney(start)}</Row>
      <Row name="Cash sales">{formatSigned(sales)}</Row>
      <Row name="Paid at pickup">{formatSigned(orders)}</Row>
      {givenBack !== 0 && <Row name="Given back to customers">{formatSigned(givenBack)}</Row>}
      {putIn !== 0 && <Row name={CASH_MOVES.put_in.name}>{formatSigned(putIn)}</Row>}
      {paidOut !== 0 && <Row name={CASH_MOVES.paid_out.name}>{formatSigned(paidOut)}</Row>}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-bark py-2.5 font-serif font-semibold">
        <dt className="text-xl">Expected in the box</dt>
        <dd className="text-2xl tabular-nums">{formatMoney(expected)}</dd>
      </div>
    </dl>
  )
}

function Row({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b border-straw py-2.5 nth-last-2:border-0">
      <dt>{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

const FORM = 'count-cash'

function useCount(day: StallDay) {
  const key = `count ${day.marketDay.id}`
  const [typed, setTyped, send] = useStallDraft(key, { counted: '', note: '' })
  const [isTried, setTried] = useState(false)
  const [saved, setSaved] = useState<string | null>(null)
  const counted = typedDollars(typed.counted)
  const isAmount = counted !== null && counted >= 0
  const difference = isAmount ? formatDifference(toDollars(counted), day.cash.expected) : null
  const save = async (form: HTMLFormElement) => {
    setTried(true)
    if (!isAmount) return form.querySelector('input')?.focus()
    if (!(await send({ kind: 'count-cash', ...typed }))) return
    setTried(false)
    setSaved(`Counted ${formatDollars(counted)}. ${difference}.`)
  }
  const fields = (
    <Form id={FORM} onSubmit={save} className="grid gap-3 border-t border-straw py-3">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Counted, in $"
          required
          name="counted"
          inputMode="decimal"
          className="min-w-0 grow basis-32 text-lg"
          value={typed.counted}
          error={isTried && !isAmount ? 'An amount, such as 241.00.' : undefined}
          onChange={({ target }) => {
            setSaved(null)
            setTyped({ ...typed, counted: target.value })
          }}
        />
        {difference && (
          <p
            role="status"
            className="flex min-h-12 grow basis-32 items-center rounded-xl bg-yolk-pale px-3 font-semibold text-yolk-deep"
          >
            {difference}
          </p>
        )}
      </div>
      {typed.counted !== '' && (
        <TextField
          label="Note"
          name="note"
          maxLength={200}
          value={typed.note}
          onChange={({ target }) => setTyped({ ...typed, note: target.value })}
        />
      )}
    </Form>
  )
  const foot = (
    <ActBar>
      {saved && (
        <p role="status" className="text-center">
          {saved} Saved on this phone.
        </p>
      )}
      <Button type="submit" form={FORM} size="lg">
        Save count
      </Button>
    </ActBar>
  )
  return { fields, foot }
}

function CashButtons({ day }: ClosingProps) {
  const isFarmer = useIsFarmer()
  const [open, setOpen] = useState<CashMoveKind | null>(null)
  const kinds: CashMoveKind[] = isFarmer ? ['start', 'put_in', 'paid_out'] : ['put_in', 'paid_out']
  return (
    <div className="flex flex-wrap gap-2 *:grow">
      {kinds.map((kind) => (
        <Button
          key={kind}
          variant="quiet"
          size="sm"
          className="px-3"
          aria-haspopup="dialog"
          onClick={() => setOpen(kind)}
        >
          {CASH_MOVES[kind].name}
        </Button>
      ))}
      {open && <CashSheet day={day} kind={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

type CashSheetProps = { day: StallDay; kind: CashMoveKind; onClose: () => void }

function CashSheet({ day, kind, onClose }: CashSheetProps) {
  const { name, hint, note, noteHint } = CASH_MOVES[kind]
  const first = { amount: '', note: '' }
  const [typed, setTyped, send] = useStallDraft(`cash ${kind} ${day.marketDay.id}`, first)
  const [isTried, setTried] = useState(false)
  const faults = cashFaults(kind, typed)
  const save = async () => {
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
    <Sheet title={name} onClose={onClose}>
      <Form onSubmit={save} className="grid gap-4">
        <TextField
          label="Amount in $"
          required
          name="amount"
          inputMode="decimal"
          hint={hint}
          value={typed.amount}
          error={isTried ? faults.amount : undefined}
          onChange={({ target }) => setTyped({ ...typed, amount: target.value })}
        />
        {note && (
          <TextField
            label={note}
            required={kind === 'paid_out'}
            name="note"
            maxLength={200}
            hint={noteHint}
            value={typed.note}
            error={isTried ? faults.note : undefined}
            onChange={({ target }) => setTyped({ ...typed, note: target.value })}
          />
        )}
        <Button type="submit" size="lg">
          Save
        </Button>
      </Form>
    </Sheet>
  )
}

export function cashFaults(kind: CashMoveKind, { amount, note }: { amount: string; note: string }) {
  return {
    amount: amountFault(kind, typedDollars(amount)),
    note:
      kind === 'paid_out' && note.trim() === '' ? 'Please say what it was paid for.' : undefined,
  }
}

function amountFault(kind: CashMoveKind, amount: Cents | null): string | undefined {
  if (amount === null) return 'An amount, such as 20.00.'
  const refused =
    kind === 'start'
      ? refusedAmount(amount, 0 as Cents, 'Please enter an amount of 0 or more.')
      : refusedAmount(amount, 1 as Cents, 'Please enter at least $0.01.')
  return refused ?? undefined
}
