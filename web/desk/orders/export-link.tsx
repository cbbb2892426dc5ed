import { Download } from 'lucide-react'
import { type CsvRows, deskOrders } from '#contract/desk-orders.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { type ListFilter, narrowingOf } from './order-address.ts'

export function csvOf(filter: ListFilter, rows: CsvRows): string {
  const query = { ...narrowingOf(filter), ...(rows === 'items' ? { rows } : {}) }
  const text = new URLSearchParams(query).toString()
  return `${deskOrders.export.path}${text && `?${text}`}`
}

export function ExportLink({ filter }: { filter: ListFilter }) {
  return (
    <a href={csvOf(filter, 'orders')} download className={buttonLook({ variant: 'quiet' })}>
      <Download aria-hidden="true" className="size-4.5" />
      <span>
        <span className="sr-only">Download </span>CSV
      </span>
    </a>
  )
}
