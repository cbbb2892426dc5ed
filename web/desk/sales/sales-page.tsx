import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type Sale, sales } from '#contract/market/sales.ts'
import { analytics } from '#contract/money/analytics.ts'
import { formatMoney } from '#contract/money/money.ts'
import { deskProducts } from '#contract/products/desk-products.ts'
import { products } from '#contract/products/products.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { call, query } from '#web/api/call.ts'
import { goToHash, useHash } from '#web/ui/use-hash.ts'
import { CardList, CardRow, QueryPage } from '../shared/card.tsx'
import { QuestionButton } from '../shared/question-button.tsx'
import { TOOL, ToolField } from '../shared/toolbar.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'

export function SalesPage() {
  const day = /^\d{4}-\d\d-\d\d$/.exec(useHash().split('/')[1] ?? '')?.[0]
  const list = useQuery({ ...query(sales.list, { query: day ? { day } : {} }), staleTime: 0 })
  return (
    <QueryPage loading="Loading the sales…" failed="The sales could not be loaded." query={list}>
      {({ day: shown, total, sales: found }) => (
        <>
          <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
            <ToolField label="Day">
              {(id) => (
                <input
                  id={id}
                  type="date"
                  value={shown}
                  onChange={({ target }) => target.value && goToHash(`sales/${target.value}`)}
                  className={TOOL}
                />
              )}
            </ToolField>
            <p className="justify-self-end text-right">
              <span className="block text-[0.9375rem] text-bark-deep">{formatDay(shown)}</span>
              <strong className="font-serif text-2xl tabular-nums">{formatMoney(total)}</strong>
            </p>
          </div>
          <CardList empty="Nothing was sold on this day.">
            {found.map((sale) => (
              <CardRow key={sale.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
                <SaleText sale={sale} />
                <UndoSale sale={sale} page={day ? `sales/${day}` : 'sales'} />
              </CardRow>
            ))}
          </CardList>
        </>
      )}
    </QueryPage>
  )
}

function SaleText({ sale }: { sale: Sale }) {
  const { formatTime } = useFarmDates()
  const { lines, tenders, total, placeName, note, undoneAt } = sale
  const paid = tenders.map(({ way, amount }) =>
    tenders.length > 1 ? `${way} ${formatMoney(amount)}` : way,
  )
  return (
    <div className="min-w-0 grow basis-48 wrap-anywhere">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">
          {lines.map(({ units, name }) => `${units} × ${name}`).join(', ')}
        </span>
        <strong className={undoneAt ? 'tabular-nums line-through' : 'tabular-nums'}>
          {total === 0 ? 'Gift' : formatMoney(total)}
        </strong>
      </p>
      <p className="text-[0.9375rem] text-bark-deep">
        {[formatTime(sale.at), ...paid, placeName, ...(note ? [note] : [])].join(' · ')}
      </p>
      {undoneAt && <p className="font-semibold text-beet">Undone {formatTime(undoneAt)}</p>}
    </div>
  )
}

const SOLD = [sales.list, products.list, deskProducts.list, analytics.dashboard]

function UndoSale({ sale, page }: { sale: Sale; page: string }) {
  if (sale.undoneAt) return null
  const money = formatMoney(sale.total)
  return (
    <QuestionButton
      address={`${page}/undo-${sale.id}`}
      button={{
        'aria-label': `Undo the sale of ${money}`,
        children: (
          <>
            <Undo2 aria-hidden="true" className="size-5" />
            Undo
          </>
        ),
      }}
      title="Undo this sale?"
      send={() => call(sales.undo, { params: { id: sale.id } })}
      done="The sale is undone"
      failed="The sale was not undone"
      refreshes={SOLD}
      confirmLabel="Undo the sale"
      busyLabel="Undoing…"
    >
      Its goods are for sale again
      {sale.total > 0 ? `, and ${money} goes back to the customer` : ''}. It stays in the list as
      undone.
    </QuestionButton>
  )
}
