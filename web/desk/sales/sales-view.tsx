import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#contract/date-format.ts'
import { formatDollars, toCents } from '#contract/money.ts'
import { sales } from '#contract/sales.ts'
import { query } from '#web/api/query.ts'
import { goToHash } from '#web/ui/use-hash.ts'
import { CardList, CardRow } from '../shared/card.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { TOOL, ToolField } from '../shared/toolbar.tsx'
import { SaleText, UndoSale } from './sale-row.tsx'

export function SalesView({ day, today }: { day: string; today: string }) {
  const list = useQuery({ ...query(sales.list, { query: { day } }), staleTime: 0 })
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <ToolField label="Day">
          {(id) => (
            <input
              id={id}
              type="date"
              max={today}
              value={day}
              onChange={({ target }) => target.value && goToHash(`market/sales/${target.value}`)}
              className={TOOL}
            />
          )}
        </ToolField>
        {list.data && (
          <p className="justify-self-end text-right">
            <span className="block text-[0.9375rem] text-bark-deep">{formatDay(day)}</span>
            <strong className="font-serif text-2xl tabular-nums">
              {formatDollars(toCents(list.data.total))}
            </strong>
          </p>
        )}
      </div>
      <QueryStates
        loading="Loading the sales…"
        failed="The sales could not be loaded."
        query={list}
      >
        {(found) =>
          found.sales.length === 0 ? (
            <ListEmpty text="Nothing was sold on this day." />
          ) : (
            <CardList>
              {found.sales.map((sale) => (
                <CardRow key={sale.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
                  <SaleText sale={sale} />
                  <UndoSale sale={sale} page={`market/sales/${day}`} />
                </CardRow>
              ))}
            </CardList>
          )
        }
      </QueryStates>
    </>
  )
}
