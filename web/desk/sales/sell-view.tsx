import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { formatDollars, toCents } from '#contract/money.ts'
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
import { trucks } from '#contract/truck.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { query } from '#web/api/query.ts'
import { ApiFailure } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PayPanel } from '#web/ui/sale/pay-panel.tsx'
import { SaleLines } from '#web/ui/sale/sale-lines.tsx'
import { SellTiles, TILE_PICTURE } from '#web/ui/sale/sell-tiles.tsx'
import { deskProductsQuery } from '../products/products-query.ts'
import { QueryStates } from '../shared/query-page.tsx'
import { useChange } from '../shared/use-change.ts'
import { deskTiles } from './desk-tiles.ts'
import { LastSale } from './last-sale.tsx'
import type { SaleChoices } from './sale-choices.ts'
import { SaleDayField } from './sale-day-field.tsx'
import { ShortNotice } from './short-notice.tsx'
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
