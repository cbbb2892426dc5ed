import { List, Minus, Plus, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { totalText } from '#contract/market/describe-command.ts'
import {
  amountOf,
  changeOf,
  type DraftLine,
  eligibleOf,
  faultOf,
  formatLines,
  linesSent,
  NO_PAYMENT,
  nameOfLine,
  type Payment,
  restOf,
  tendersSent,
  totalOf,
  unitsOf,
  wayOf,
  withFree,
  withProduct,
  withUnits,
  withWeighed,
} from '#contract/market/sale-draft.ts'
import type { StallDay } from '#contract/market/stall.ts'
import { type Cents, formatDollars } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import { formatClock } from '#contract/time/device-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { ActBar } from '../frame/act-bar.tsx'
import { Sheet } from '../frame/sheet.tsx'
import { dropDraft } from '../note.ts'
import type { OutboxRow } from '../store/stored.ts'
import { useNote, useStall, useStallDraft } from '../use-stall.ts'
import { PayPanel } from './pay-panel.tsx'
import {
  formatGoods,
  formatSale,
  formatWays,
  ownSales,
  SellTiles,
  type StallSale,
  tilesOf,
  UNDONE,
} from './sell-tiles.tsx'

type Sale = { lines: readonly DraftLine[]; payment: Payment }

const NO_SALE: Sale = { lines: [], payment: NO_PAYMENT }

export function SellView({ day }: { day: StallDay }) {
  const key = `sale ${day.marketDay.id}`
  const [sale, setSale, send] = useStallDraft<Sale>(key, NO_SALE)
  const [wasBegun, setBegun] = useState(sale.lines.length > 0)
  const [back, setBack] = useState<Cents | null>(null)
  const till = useRef<HTMLDivElement>(null)
  const { lines, payment } = sale
  const change = (next: Sale) => {
    setBegun(false)
    setBack(null)
    if (next.lines.length === 0) dropDraft(key)
    else setSale(next)
  }
  const edit = (next: readonly DraftLine[]) => change({ ...sale, lines: next })
  const total = totalOf(lines)
  const fault = faultOf(lines, payment)
  const sell = async () => {
    const own = changeOf(restOf(total, payment), payment)
    const tenders = tendersSent(total, payment, day.ways)
    if (await send({ kind: 'sell', lines: linesSent(lines), tenders, note: '' })) setBack(own)
    scrollTo({ top: 0, behavior: 'instant' })
  }
  const isEmpty = lines.length === 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 pt-2 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:items-start">
      <h2 className="sr-only">Sell</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 lg:row-span-2">
        {wasBegun && !isEmpty && (
          <BegunSale lines={lines} onAgain={() => change(NO_SALE)} onGo={() => setBegun(false)} />
        )}
        <SellTiles
          products={tilesOf(day.products)}
          unitsOf={(id) => unitsOf(lines, id)}
          onTap={(product) => edit(withProduct(lines, product))}
          onWeighed={(product, weighed) => edit(withWeighed(lines, product, weighed))}
          onFree={(line) => edit(withFree(lines, line))}
        />
      </div>
      <div ref={till} className="grid scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-4">
        {!isEmpty && (
          <>
            <SaleLines lines={lines} total={total} onLines={edit} />
            <PayPanel
              total={total}
              payment={payment}
              ways={day.ways}
              eligible={eligibleOf(lines, day.products)}
              onPayment={(next) => change({ ...sale, payment: next })}
            />
          </>
        )}
      </div>
      <ActBar>
        {isEmpty ? (
          <LastSale day={day} back={back} onUndone={() => setBack(null)} />
        ) : (
          <SellFoot
            total={total}
            text={total === 0 ? 'Give it as a gift' : `Sold, ${wayOf(day.ways, payment)?.name}`}
            fault={fault}
            onLook={() => till.current?.scrollIntoView({ block: 'start' })}
            onSell={() => void sell()}
          />
        )}
      </ActBar>
    </div>
  )
}

type BegunProps = { lines: readonly DraftLine[]; onAgain: () => void; onGo: () => void }

function BegunSale({ lines, onAgain, onGo }: BegunProps) {
  return (
    <section
      aria-label="A sale that was begun"
      className="grid gap-3 rounded-2xl border border-yolk bg-yolk-pale p-4"
    >
      <p className="wrap-anywhere">
        <strong>You were selling</strong> {formatLines(lines)}.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={onGo}>
          Go on
        </Button>
        <Button variant="quiet" onClick={onAgain}>
          Start over
        </Button>
      </div>
    </section>
  )
}

type FootProps = {
  total: Cents
  text: string
  fault: string | null
  onLook: () => void
  onSell: () => void
}

function SellFoot({ total, text, fault, onLook, onSell }: FootProps) {
  return (
    <>
      {fault && (
        <p role="status" className="text-center font-semibold text-yolk-deep">
          {fault}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          size="lg"
          className="grow rounded-2xl px-3 text-lg lg:hidden"
          aria-label={`See the sale, ${formatDollars(total)} to pay`}
          onClick={onLook}
        >
          <span className="font-serif tabular-nums">{formatDollars(total)}</span>
        </Button>
        <Button
          size="lg"
          disabled={fault !== null}
          className="min-w-0! grow-3 rounded-2xl px-3 text-lg wrap-anywhere"
          onClick={onSell}
        >
          {text}
        </Button>
      </div>
    </>
  )
}

type SaleLinesProps = {
  lines: readonly DraftLine[]
  total: Cents
  onLines: (lines: readonly DraftLine[]) => void
}

function SaleLines({ lines, total, onLines }: SaleLinesProps) {
  const change = (changed: DraftLine) =>
    onLines(lines.map((line) => (line.key === changed.key ? changed : line)))
  return (
    <section
      aria-label="This sale"
      className="rounded-2xl border border-straw bg-card px-3 py-2 sm:px-4 sm:py-3"
    >
      <ul>
        {lines.map((line) => (
          <LineRow
            key={line.key}
            line={line}
            onUnits={(units) => onLines(withUnits(lines, line.key, units))}
            onAmount={(amount) => change({ ...line, amount })}
          />
        ))}
      </ul>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-bark pt-2 font-serif font-semibold">
        <span className="text-xl">To pay</span>
        <span className="text-3xl tabular-nums">{formatDollars(total)}</span>
      </p>
    </section>
  )
}

type LineRowProps = {
  line: DraftLine
  onUnits: (units: number) => void
  onAmount: (amount: string) => void
}

function LineRow({ line, onUnits, onAmount }: LineRowProps) {
  const { units, amount, weighed } = line
  const name = nameOfLine(line)
  const known = amountOf(line)
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-straw py-2 last:border-0">
      <span className="min-w-0 grow basis-24 leading-tight wrap-anywhere">
        <strong className="tabular-nums">{units} ×</strong> {name}
      </span>
      <span className="flex flex-wrap items-center gap-1">
        <Button
          variant="quiet"
          size="icon"
          aria-label={units > 1 ? `One ${name} less` : `Take ${name} off`}
          onClick={() => onUnits(units - 1)}
        >
          <Minus aria-hidden="true" className="size-5" />
        </Button>
        {weighed === undefined && (
          <Button
            variant="quiet"
            size="icon"
            aria-label={`One ${name} more`}
            onClick={() => onUnits(units + 1)}
          >
            <Plus aria-hidden="true" className="size-5" />
          </Button>
        )}
        <span className="flex w-26 items-center gap-1 pl-1">
          <span aria-hidden="true">$</span>
          <input
            aria-label={`Amount for ${name}, in dollars`}
            inputMode="decimal"
            aria-invalid={known === null || undefined}
            value={amount ?? plainDollars(known ?? (0 as Cents))}
            onChange={({ target }) => onAmount(target.value)}
            onFocus={({ target }) => target.select()}
            className={classNames('h-11 text-right tabular-nums', inputLook)}
          />
        </span>
      </span>
    </li>
  )
}

type LastSaleProps = { day: StallDay; back: Cents | null; onUndone: () => void }

function LastSale({ day, back, onUndone }: LastSaleProps) {
  const { outbox, sent } = useStall()
  const [isListed, setListed] = useState(false)
  const sales = ownSales([...sent, ...outbox], day)
  const [last] = sales
  if (!last) return null
  return (
    <section aria-label="The last sale" className="flex min-h-14 flex-wrap items-center gap-2">
      <p role="status" className="min-w-0 grow basis-40 leading-snug">
        {back !== null && back > 0 && (
          <span className="flex flex-wrap items-baseline gap-x-2 text-leaf-deep">
            Change due
            <strong className="font-serif text-2xl tabular-nums">{formatDollars(back)}</strong>
          </span>
        )}
        <strong className="block">{formatSale(last)}</strong>
        <span className="block text-[0.9375rem] wrap-anywhere text-bark-deep">
          {whereIsIt(outbox, last)}
        </span>
      </p>
      {sales.length > 1 && (
        <Button
          variant="plain"
          size="icon"
          aria-label={`All ${sales.length} sales of this phone`}
          onClick={() => setListed(true)}
        >
          <List aria-hidden="true" className="size-6" />
        </Button>
      )}
      <UndoSale key={last.command.id} sale={last} onUndone={onUndone} />
      {isListed && (
        <Sheet title="Sales of this phone" onClose={() => setListed(false)}>
          {/* Each keeps its place, so a fast second tap doesn't hit another's Undo. */}
          <ul>
            {sales.map((sale) => (
              <SaleRow key={sale.command.id} day={day} sale={sale} />
            ))}
          </ul>
        </Sheet>
      )}
    </section>
  )
}

function whereIsIt(outbox: readonly OutboxRow[], { command, undone }: StallSale): string {
  if (undone === 'elsewhere') return UNDONE.elsewhere
  const isWaiting = outbox.some(
    ({ id, command: one }) =>
      id === command.id || (one.kind === 'void-sale' && one.target === command.id),
  )
  const where = isWaiting ? 'Saved on this phone' : 'The shop has it'
  return [formatWays(command), where].filter(Boolean).join(' · ')
}

function SaleRow({ day, sale }: { day: StallDay; sale: StallSale }) {
  const { command, undone } = sale
  const facts = [formatClock(command.madeAt), formatWays(command) || 'Gift'].join(' · ')
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 border-b border-straw py-2 last:border-0">
      <span className="min-w-0 grow basis-40 leading-snug wrap-anywhere">
        <strong className="block font-semibold">{formatGoods(command, day)}</strong>
        <span className="block text-[0.9375rem] text-bark-deep">
          <span className={classNames('tabular-nums', undone && 'line-through')}>
            {totalText(command.lines)}
          </span>{' '}
          · {facts}
        </span>
      </span>
      {undone && (
        <strong role="status" className="shrink-0 text-beet">
          {UNDONE[undone]}
        </strong>
      )}
      <UndoSale sale={sale} />
    </li>
  )
}

type UndoSaleProps = { sale: StallSale; onUndone?: () => void }

/** In ms. A second tap on Sold this soon isn't meant as Undo. */
const QUICK = 600

function UndoSale({ sale: { command, undone }, onUndone }: UndoSaleProps) {
  const note = useNote()
  const shownAt = useRef(performance.now())
  if (undone) return null
  const undo = () => {
    // In the list, there was no other button here before.
    if (onUndone && performance.now() - shownAt.current < QUICK) return
    onUndone?.()
    void note({ kind: 'void-sale', target: command.id })
  }
  return (
    <Button variant="quiet" onClick={undo}>
      <Undo2 aria-hidden="true" className="size-5" /> Undo
      <span className="sr-only"> the sale of {totalText(command.lines)}</span>
    </Button>
  )
}
