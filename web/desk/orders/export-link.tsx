import { Download } from 'lucide-react'
import { type CsvRows, deskOrders } from '#contract/orders/desk-orders.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { type ListFilter, narrowingOf } from './order-address.ts'

export function csvOf(filter: ListFilter, rows: CsvRows): string {
  const query = { ...narrowingOf(filter), ...(rows === 'items' ? { rows } : {}) }
  const text = new URLSearchParams(query).toString()
  return `${deskOrders.export.path}${text && `?${text}`}`
}

type ExportLinkProps = { filter: ListFilter; isSmall?: boolean }

export function ExportLink({ filter, isSmall = false }: ExportLinkProps) {
  const look = isSmall
    ? buttonLook({ variant: 'plain', size: 'sm' }, 'min-w-11 px-2')
    : buttonLook({ variant: 'quiet' })
  return (
    <a href={csvOf(filter, 'orders')} download className={look}>
      {!isSmall && <Download aria-hidden="true" className="size-4.5" />}
      <span>
        <span className="sr-only">Download </span>CSV
      </span>
    </a>
  )
}
