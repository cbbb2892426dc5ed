import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { calendar } from '#contract/calendar/calendar.ts'
import type { DayProduct, DeskDay } from '#contract/calendar/days.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { Table, TableRow } from '../shared/table.tsx'
import { dayHash } from './calendar-text.ts'
import { LimitDialog } from './limit-dialog.tsx'

export function DayProducts({ day }: { day: DeskDay }) {
  const params = { id: String(day.id) }
  const products = useQuery({ ...query(calendar.listDayProducts, { params }), staleTime: 0 })
  const base = `${dayHash(day.id)}/limit`
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby="day-products">
      <h3 id="day-products" ref={heading} tabIndex={-1} className="mb-3 text-xl sm:text-2xl">
        What was ordered
      </h3>
      <QueryStates
        loading="Adding up what was ordered…"
        failed="What was ordered could not be loaded."
        query={products}
      >
        {(list) => (
          <div className="grid gap-4">
            <ProductTable
              list={list}
              onLimit={({ productId }) => openDialog(`${base}-${productId}`)}
            />
            <Button variant="quiet" className="justify-self-start" onClick={() => openDialog(base)}>
              Limit a product on this day
            </Button>
            {[null, ...list].map((product) => (
              <DialogAt
                key={product?.productId ?? 'any'}
                address={product ? `${base}-${product.productId}` : base}
              >
                {(dialog) => <LimitDialog {...{ day, list, product }} {...dialog} />}
              </DialogAt>
            ))}
          </div>
        )}
      </QueryStates>
    </section>
  )
}

const COLUMNS = ['Product', 'For this day', 'At most', 'For other days', 'Still for sale']

type ProductTableProps = {
  list: readonly DayProduct[]
  onLimit: (product: DayProduct) => void
}

function ProductTable({ list, onLimit }: ProductTableProps) {
  if (list.length === 0) return <ListEmpty text="Nothing was ordered for this day yet." />
  return (
    <Table columns={COLUMNS}>
      {list.map((product) => (
        <TableRow key={product.productId} className="max-md:grid max-md:grid-cols-[1fr_1fr_1fr]">
          <td className="font-semibold max-md:col-span-2 max-md:wrap-anywhere">{product.name}</td>
          <Amount label="this day" className="max-md:order-2">
            {product.ordered}
          </Amount>
          <td className="max-md:order-1 max-md:justify-self-end md:[&>button]:-ml-4">
            <MostButton product={product} onLimit={() => onLimit(product)} />
          </td>
          <Amount label="other days" className="max-md:order-3">
            {product.orderedForOthers}
          </Amount>
          <Amount label="for sale" className="max-md:order-4">
            {product.forSale}
          </Amount>
        </TableRow>
      ))}
    </Table>
  )
}

function MostButton({ product, onLimit }: { product: DayProduct; onLimit: () => void }) {
  const { name, most, isOwnMost } = product
  const label = most === null ? 'No limit' : `At most ${most}`
  return (
    <Button
      variant="plain"
      size="sm"
      className="whitespace-nowrap tabular-nums max-md:-mr-4"
      onClick={onLimit}
      aria-label={`${label} of ${name} on this day, change`}
    >
      <span className="underline underline-offset-4">{label}</span>
      {isOwnMost && <span className="font-normal text-bark-deep"> this day only</span>}
    </Button>
  )
}

type AmountProps = { label: string; className: string; children: ReactNode }

function Amount({ label, className, children }: AmountProps) {
  return (
    <td className={`tabular-nums ${className}`}>
      {children} <span className="text-[0.9375rem] text-bark-deep md:hidden">{label}</span>
    </td>
  )
}
