import { useQuery } from '@tanstack/react-query'
import { sales } from '#contract/market/sales.ts'
import { formatDollars, toCents } from '#contract/money/money.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { query } from '#web/api/query.ts'
import { goToHash, useHash } from '#web/ui/use-hash.ts'
import { CardList, CardRow } from '../shared/card.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { TOOL, ToolField } from '../shared/toolbar.tsx'
import { SaleText, UndoSale } from './sale-row.tsx'

/** What was sold on a day, at the table and the farm, each sale with its undo; today's where the address names none. */
export function SalesPage() {
  const day = /^\d{4}-\d\d-\d\d$/.exec(useHash().split('/')[1] ?? '')?.[0]
  const list = useQuery({ ...query(sales.list, { query: day ? { day } : {} }), staleTime: 0 })
  return (
    <QueryPage
      title="Sales"
      loading="Loading the sales…"
      failed="The sales could not be loaded."
      query={list}
    >
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
              <strong className="font-serif text-2xl tabular-nums">
                {formatDollars(toCents(total))}
              </strong>
            </p>
          </div>
          {found.length === 0 ? (
            <ListEmpty text="Nothing was sold on this day." />
          ) : (
            <CardList>
              {found.map((sale) => (
                <CardRow key={sale.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
                  <SaleText sale={sale} />
                  <UndoSale sale={sale} page={day ? `sales/${day}` : 'sales'} />
                </CardRow>
              ))}
            </CardList>
          )}
        </>
      )}
    </QueryPage>
  )
}
