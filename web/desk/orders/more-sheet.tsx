import { Download } from 'lucide-react'
import { type CsvRows, deskOrders } from '#contract/orders/desk-orders.ts'
import { ORDER_STATE, ORDER_STATES } from '#contract/orders/order-status.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SoundButton } from '../live/live-desk.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { type ToolOptions, ToolSelect } from '../shared/toolbar.tsx'
import { type ListFilter, narrowingOf, queryOf, readFilter, showFilter } from './orders-query.ts'

const STATES: ToolOptions = [
  ['', 'All orders'],
  ...ORDER_STATES.map((state) => [state, ORDER_STATE[state].label] as const),
]

const SORTS: ToolOptions = [
  ['', 'Newest first'],
  ['packing', 'By day, place and name'],
]

export function MoreSheet({ filter, ...dialog }: DialogProps & { filter: ListFilter }) {
  const show = (change: { status: string } | { sort: string }) =>
    showFilter(readFilter({ ...queryOf(filter), ...change }))
  return (
    <Dialog {...dialog} title="More about the orders">
      <div className="grid gap-3">
        <ToolSelect
          label="Show"
          value={filter.status ?? ''}
          options={STATES}
          onChoose={(status) => show({ status })}
        />
        <ToolSelect
          label="Order of the list"
          value={filter.sort ?? ''}
          options={SORTS}
          onChoose={(sort) => show({ sort })}
        />
        <h3 className="mt-2 text-lg">For a spreadsheet</h3>
        <p className="text-[0.9375rem] text-bark-deep">
          All orders that your search and the day show. Dates go by the farm’s clock.
        </p>
        <FileLink href={csvOf(filter, 'orders')} text="One row for each order" />
        <FileLink href={csvOf(filter, 'items')} text="One row for each product of an order" />
        <div className="mt-2 flex items-center justify-between gap-3">
          <span>Sound for new orders</span>
          <SoundButton />
        </div>
      </div>
    </Dialog>
  )
}

function csvOf(filter: ListFilter, rows: CsvRows): string {
  const query = { ...narrowingOf(filter), ...(rows === 'items' ? { rows } : {}) }
  const text = new URLSearchParams(query).toString()
  return `${deskOrders.export.path}${text && `?${text}`}`
}

function FileLink({ href, text }: { href: string; text: string }) {
  return (
    <a href={href} download className={buttonLook({ variant: 'quiet' })}>
      <Download aria-hidden="true" className="size-4.5" />
      {text}
    </a>
  )
}
