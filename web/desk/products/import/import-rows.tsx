import type { CsvColumn, ImportedRow } from '#contract/bulk-products.ts'
import { PRODUCT_LABELS } from '#contract/products.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { countRows } from './use-import.ts'

const OUTCOMES: Record<ImportedRow['outcome'], { label: string; variant: BadgeVariant }> = {
  refused: { label: 'Refused', variant: 'destructive' },
  created: { label: 'New', variant: 'default' },
  updated: { label: 'Changed', variant: 'secondary' },
  unchanged: { label: 'Unchanged', variant: 'outline' },
}

/** In this order: what needs a hand first. */
const SHOWN = ['refused', 'created', 'updated'] as const

/** So many rows are listed; the counts speak of all. */
const MAX_LISTED = 200

export function ImportRows({ name, rows }: { name: string; rows: readonly ImportedRow[] }) {
  const counts = countRows(rows)
  const listed = SHOWN.flatMap((outcome) => rows.filter((row) => row.outcome === outcome))
  return (
    <section aria-label={`What ${name} would do`}>
      <p role="status" className="mb-3 font-semibold wrap-anywhere">
        {name}: {counts.created} new, {counts.updated} changed, {counts.unchanged} unchanged, {counts.refused} refused
      </p>
      <ul className="rounded-2xl border border-straw bg-white empty:hidden">
        {listed.slice(0, MAX_LISTED).map((row) => (
          <RowItem key={row.row} row={row} />
        ))}
      </ul>
      {listed.length > MAX_LISTED && <p className="mt-2 text-bark-deep">and {listed.length - MAX_LISTED} rows more</p>}
    </section>
  )
}

function RowItem({ row }: { row: ImportedRow }) {
  const { label, variant } = OUTCOMES[row.outcome]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 border-b border-straw px-4 py-2.5 last:border-0">
      <p className="wrap-anywhere">
        <span className="text-bark-deep">Row {row.row}</span> <strong>{row.name || 'without a name'}</strong>
      </p>
      <Badge variant={variant}>{label}</Badge>
      <ul className="col-span-2 text-[0.9375rem] wrap-anywhere">
        {row.problems.map(({ column, message }) => (
          <li key={column ?? message} className="font-semibold text-beet">
            {column && `${COLUMN_LABELS[column]}: `}
            {message}
          </li>
        ))}
        {row.changes.map(({ column, before, after }) => (
          <li key={column}>
            {COLUMN_LABELS[column]}: from {short(before)} to <strong>{short(after)}</strong>
          </li>
        ))}
      </ul>
    </li>
  )
}

const COLUMN_LABELS: Record<CsvColumn, string> = { id: 'Id', ...PRODUCT_LABELS, baseStock: 'Stock when exported' }

function short(text: string): string {
  if (text === '') return 'nothing'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
