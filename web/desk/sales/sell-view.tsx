import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { formatDollars, toCents } from '#contract/money.ts'
import type { DeskProduct } from '#contract/products.ts'
import type { Problem } from '#contract/refusal.ts'
import { weighOf } from '#contract/sale-by-weight.ts'
import {
  changeOf,
  cutToStock,
  type DraftLine,
  faultOf,
  linesSent,
  NO_PAYMENT,
  type Payment,
  restOf,
  tendersSent,
  totalOf,
  unitsOf,
  withFree,
  withProduct,
  withWeighed,
} from '#contract/sale-draft.ts'
import { type Sale, sales } from '#contract/sales.ts'
import { type Truck, trucks } from '#contract/truck.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { query } from '#web/api/query.ts'
import { ApiFailure } from '#web/api/request.ts'
import { ToolSelect } from '#web/desk/shared/toolbar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PayPanel } from '#web/ui/sale/pay-panel.tsx'
import { SaleLines } from '#web/ui/sale/sale-lines.tsx'
import { SellTiles, TILE_PICTURE } from '#web/ui/sale/sell-tiles.tsx'
import { deskProductsQuery } from '../products/products-query.ts'
import { Card } from '../shared/card.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { useChange } from '../shared/use-change.ts'
import { dayLabel, type SaleChoices } from './sale-choices.ts'
import { SaleText, UndoSale } from './sale-row.tsx'
import { SOLD } from './sold.ts'

/** A sale that is being made; `id` names it, however often it is sent. `dayId` null: not chosen yet. */
export type SaleState = {
  id: string
  dayId: string | null
  lines: readonly DraftLine[]
  payment: Payment
  last: { sale: Sale; giveBack: string | null } | null
}

export const EMPTY_SALE: SaleState = {
  ...{ id: '', dayId: null, lines: [], payment: NO_PAYMENT, last: null },
}

type SellViewProps = {
  choices: SaleChoices
  sale: SaleState
  onSale: (sale: SaleState) => void
}

export function SellView({ choices, sale, onSale }: SellViewProps) {
  const shelf = useQuery(deskProductsQuery)
  const till = useRef<HTMLDivElement>(null)
  const { lines } = sale
  const dayId = sale.dayId ?? dayOfToday(choices)
  const truck = useQuery({
    ...query(trucks.show, { params: { id: dayId } }),
    ...{ enabled: dayId !== '', staleTime: 0 },
  })
  const change = (more: Partial<SaleState>) =>
    onSale({ ...sale, id: sale.id || newUuid(), ...more })
  const edit = (next: readonly DraftLine[]) => change({ lines: next })
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
      <div className="grid min-w-0 gap-4">
        <SaleDayField {...{ choices, dayId }} onDay={(id) => change({ dayId: id })} />
        <QueryStates
          loading="Loading the products…"
          failed="The products could not be loaded."
          query={shelf}
        >
          {(list) => (
            <SellTiles
              products={deskTiles(list, truck.data)}
              unitsOf={(id) => unitsOf(lines, id)}
              pictureOf={({ imageUrl }) => (
                <Picture url={imageUrl} use="thumb" className={TILE_PICTURE} />
              )}
              onTap={(product) => edit(withProduct(lines, product))}
              onWeighed={(product, weighed) => edit(withWeighed(lines, product, weighed))}
              onFree={(line) => edit(withFree(lines, line))}
            />
          )}
        </QueryStates>
        {lines.length > 0 && (
          <Button
            size="lg"
            onClick={() => till.current?.scrollIntoView({ block: 'start' })}
            className="raised sticky bottom-[calc(var(--foot-bar,0px)+0.75rem)] z-10 w-full text-lg lg:hidden"
          >
            To pay: {formatDollars(totalOf(lines))}
          </Button>
        )}
      </div>
      <div ref={till} className="grid min-w-0 scroll-mt-20 gap-4 lg:sticky lg:top-20">
        {sale.last && lines.length === 0 && (
          <LastSale {...sale.last} onUndone={() => onSale({ ...sale, last: null })} />
        )}
        <Till key={sale.id} {...{ choices, sale, dayId, onSale, change }} />
      </div>
    </div>
  )
}

type TillProps = Selling & { change: (more: Partial<SaleState>) => void }

/** What is sold and how it is paid; a refusal for want of stock goes with the next change of a line. */
function Till({ change, ...selling }: TillProps) {
  const { choices, sale } = selling
  const { lines, payment } = sale
  const save = useSelling(selling)
  const total = totalOf(lines)
  const fault = faultOf(lines, payment)
  const problems = save.variables?.lines === lines ? problemsOf(save.error) : []
  const sell = (beyondStock: boolean) => save.mutate({ beyondStock, lines })
  const edit = (next: readonly DraftLine[]) => change({ lines: next })
  if (lines.length === 0) return <SaleLines lines={lines} total={total} onLines={edit} />
  return (
    <>
      <SaleLines lines={lines} total={total} onLines={edit} />
      <PayPanel
        {...{ total, payment }}
        ways={choices.ways}
        onPayment={(next) => change({ payment: next })}
      />
      {problems.length > 0 && (
        <ShortNotice
          problems={problems}
          onCut={() => edit(cutToStock(lines, problems))}
          onAll={() => sell(true)}
        />
      )}
      <Button
        size="lg"
        busy={save.isPending}
        disabled={fault !== null}
        onClick={() => sell(false)}
        className="w-full text-lg"
      >
        {total === 0 ? 'Give it as a gift' : <span>Sold for {formatDollars(total)}</span>}
      </Button>
      {fault && (
        <p role="status" className="text-center text-bark-deep">
          {fault}
        </p>
      )}
    </>
  )
}

function dayOfToday({ today, marketDays }: SaleChoices): string {
  const own = marketDays.find(({ day }) => day === today)
  return own ? String(own.id) : ''
}

function problemsOf(failure: Error | null) {
  if (!(failure instanceof ApiFailure) || failure.refusal.code !== 'sold-out') return []
  return failure.refusal.problems ?? []
}

type Selling = Omit<SellViewProps, 'choices'> & { choices: SaleChoices; dayId: string }

function useSelling({ choices, sale, dayId, onSale }: Selling) {
  const { id, lines, payment } = sale
  const total = totalOf(lines)
  const back = changeOf(restOf(total, payment), payment)
  return useChange({
    send: ({ beyondStock }: { beyondStock: boolean; lines: readonly DraftLine[] }) =>
      call(sales.sell, {
        body: {
          id,
          ...(dayId === '' ? {} : { marketDayId: Number(dayId) }),
          lines: linesSent(lines),
          tenders: tendersSent(total, payment, choices.ways),
          beyondStock,
        },
      }),
    done: (sold) => ({
      title:
        sold.total === 0 ? 'Given as a gift' : `Sold for ${formatDollars(toCents(sold.total))}`,
      ...(back ? { description: `Change due: ${formatDollars(back)}.` } : {}),
    }),
    failed: 'Not sold',
    refreshes: SOLD,
    onDone: (sold) => {
      const giveBack = back ? formatDollars(back) : null
      onSale({ ...EMPTY_SALE, dayId: sale.dayId, last: { sale: sold, giveBack } })
    },
  })
}

type SaleDayFieldProps = { choices: SaleChoices; dayId: string; onDay: (id: string) => void }

function SaleDayField({ choices, dayId, onDay }: SaleDayFieldProps) {
  const days = choices.marketDays.map((day) => [String(day.id), dayLabel(day)] as const)
  return (
    <ToolSelect
      label="Sold at"
      value={dayId}
      options={[...days, ['', 'The farm, on no market day']]}
      onChoose={onDay}
    />
  )
}

type LastSaleProps = { sale: Sale; giveBack: string | null; onUndone: () => void }

function LastSale({ sale, giveBack, onUndone }: LastSaleProps) {
  return (
    <Card aria-label="The last sale" className="grid gap-3 p-4">
      {giveBack && (
        <p className="flex items-baseline justify-between gap-4 text-leaf-deep">
          Change due
          <strong className="font-serif text-3xl tabular-nums">{giveBack}</strong>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <SaleText sale={sale} />
        <UndoSale sale={sale} page="market/sell" onUndone={onUndone} />
      </div>
    </Card>
  )
}

type ShortNoticeProps = { problems: readonly Problem[]; onCut: () => void; onAll: () => void }

/** More is sold than the shop has for sale: what is promised to orders must stay, unless it was miscounted. */
function ShortNotice({ problems, onCut, onAll }: ShortNoticeProps) {
  return (
    <div role="alert" className="grid gap-3 rounded-2xl border border-yolk bg-yolk-pale p-4">
      {problems.map(({ field, message }) => (
        <p key={field} className="font-semibold wrap-anywhere">
          {message}
        </p>
      ))}
      <p>What is in boxes for orders is promised already.</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={onCut}>
          Sell what is there
        </Button>
        <Button variant="quiet" onClick={onAll}>
          I have more in hand: sell it all
        </Button>
      </div>
    </div>
  )
}

/** What can be sold on a day: what is for sale in the shop, and what rode along to that day and was not sold yet. */
function deskTiles(products: readonly DeskProduct[], truck: Truck | undefined) {
  const riding = new Map(
    truck?.products.map(({ productId, loaded, sold }) => [productId, Math.max(0, loaded - sold)]),
  )
  return products
    .map((product) => ({ product, onTruck: riding.get(product.id) ?? 0 }))
    .filter(({ product: { hidden, stock }, onTruck }) => !hidden || stock + onTruck > 0)
    .map(({ product, onTruck }) => ({
      ...product,
      weigh: weighOf(product),
      left: formatLeft(product.stock, onTruck),
    }))
}

function formatLeft(stock: number, onTruck: number): string {
  if (onTruck === 0) return stock > 0 ? `${stock} left` : 'none left'
  return stock > 0 ? `${onTruck} on the truck, ${stock} at the farm` : `${onTruck} on the truck`
}
