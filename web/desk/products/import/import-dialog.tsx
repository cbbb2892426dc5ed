import { FileUp } from 'lucide-react'
import {
  CSV_COLUMNS,
  type CsvColumn,
  type ImportedList,
  type ImportedRow,
} from '#contract/products/bulk-products.ts'
import { PRODUCT_FIELDS } from '#contract/products/products.ts'
import { sentenceOf } from '#web/api/request.ts'
import { CheckField } from '#web/desk/shared/check-field.tsx'
import type { DialogProps } from '#web/desk/shared/dialog-at.tsx'
import { FileButton, useArrivingFiles } from '#web/desk/shared/file-input.tsx'
import { Notice } from '#web/desk/shared/notice.tsx'
import { ToolSelect } from '#web/desk/shared/toolbar.tsx'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Button, Spinner } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { countRows, useImport } from './use-import.ts'

export function ImportDialog({ open, onClose }: DialogProps) {
  const { look, applyOnce, isApplying, readAgain } = useImport({ onApplied: onClose })
  const take = (file: File) => look.mutate(file)
  useArrivingFiles(take, open)
  const seen = look.data
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Import products"
      description="From a CSV file, such as this desk’s export. Rows with an id or a name that is there change that product; others add one. You will see what would change before anything happens."
      shape="wide"
      footer={
        seen && (
          <ImportFooter rows={seen.list.rows} busy={isApplying} onApply={() => applyOnce(seen)} />
        )
      }
    >
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <FileButton
          icon={<FileUp aria-hidden="true" className="size-5" />}
          text={seen ? 'Choose another file' : 'Choose CSV file'}
          accept=".csv,text/csv,.txt"
          disabled={look.isPending}
          onFile={take}
        />
        {look.isPending && (
          <p role="status" className="flex items-center gap-2">
            <Spinner /> Reading {look.variables.name}…
          </p>
        )}
      </div>
      {look.error && (
        <Notice tone="failure" role="alert">
          {sentenceOf(look.error)}
        </Notice>
      )}
      {seen && (
        <ColumnChoice
          columns={seen.list.columns}
          disabled={look.isPending}
          onChoose={(columns) => readAgain(seen, { columns })}
        />
      )}
      {seen && (seen.twins || seen.list.rows.some(({ isTwin }) => isTwin)) && (
        <CheckField
          label="Take names that another product has"
          checked={seen.twins ?? false}
          disabled={look.isPending}
          onChange={(twins) => readAgain(seen, { twins })}
        />
      )}
      {seen && (seen.renames || seen.list.rows.some(({ isRename }) => isRename)) && (
        <CheckField
          label="Give products quite another name"
          checked={seen.renames ?? false}
          disabled={look.isPending}
          onChange={(renames) => readAgain(seen, { renames })}
        />
      )}
      {seen && (seen.categories || seen.list.rows.some((row) => row.newCategory)) && (
        <CheckField
          label={`Add the new categories${namesOf(seen.list.rows)}`}
          checked={seen.categories ?? false}
          disabled={look.isPending}
          onChange={(categories) => readAgain(seen, { categories })}
        />
      )}
      {seen && <ImportRows name={seen.name} rows={seen.list.rows} />}
    </Dialog>
  )
}

/** `: Honey, Meat`; nothing once they are accepted. */
function namesOf(rows: readonly ImportedRow[]): string {
  const names = [...new Set(rows.flatMap(({ newCategory }) => newCategory ?? []))]
  return names.length > 0 ? `: ${names.join(', ')}` : ''
}

type ImportFooterProps = { rows: readonly ImportedRow[]; busy: boolean; onApply: () => void }

function ImportFooter({ rows, busy, onApply }: ImportFooterProps) {
  const { created, updated, refused } = countRows(rows)
  const count = created + updated
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-bark-deep">{summaryText({ count, refused })}</p>
      <Button
        size="lg"
        busy={busy}
        disabled={count === 0}
        onClick={onApply}
        className="max-sm:w-full"
      >
        {busy ? 'Applying…' : applyOf(count)}
      </Button>
    </div>
  )
}

function applyOf(count: number): string {
  if (count === 0) return 'Nothing to apply'
  return `Apply ${count === 1 ? '1 row' : `${count} rows`}`
}

function summaryText({ count, refused }: { count: number; refused: number }): string {
  if (count === 0 && refused === 0) return 'This file changes nothing.'
  if (count === 0)
    return 'Nothing here can be applied yet. Choose its columns, or fix it and choose the file again.'
  if (refused === 0) return 'Either all of it is applied or none of it.'
  const rows = refused === 1 ? '1 refused row is' : `${refused} refused rows are`
  return `${rows} left out. You can fix that and choose the file again.`
}

const OUTCOMES: Record<ImportedRow['outcome'], { label: string; variant: BadgeVariant }> = {
  refused: { label: 'Refused', variant: 'destructive' },
  created: { label: 'New', variant: 'default' },
  updated: { label: 'Changed', variant: 'secondary' },
  unchanged: { label: 'Unchanged', variant: 'outline' },
}

const SHOWN = ['refused', 'created', 'updated'] as const

/** The most rows listed; the counts cover all. */
const MAX_LISTED = 200

function ImportRows({ name, rows }: { name: string; rows: readonly ImportedRow[] }) {
  const counts = countRows(rows)
  const listed = SHOWN.flatMap((outcome) => rows.filter((row) => row.outcome === outcome))
  return (
    <section aria-label={`What ${name} would do`}>
      <p role="status" className="mb-3 font-semibold wrap-anywhere">
        {name}: {counts.created} new, {counts.updated} changed, {counts.unchanged} unchanged,{' '}
        {counts.refused} refused
      </p>
      <ul className="rounded-2xl border border-straw bg-field empty:hidden">
        {listed.slice(0, MAX_LISTED).map((row) => (
          <RowItem key={row.row} row={row} />
        ))}
      </ul>
      {listed.length > MAX_LISTED && (
        <p className="mt-2 text-bark-deep">and {listed.length - MAX_LISTED} rows more</p>
      )}
    </section>
  )
}

function RowItem({ row }: { row: ImportedRow }) {
  const { label, variant } = OUTCOMES[row.outcome]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 border-b border-straw px-4 py-2.5 last:border-0">
      <p className="wrap-anywhere">
        <span className="text-bark-deep">Row {row.row}</span>{' '}
        <strong>{row.name || 'without a name'}</strong>
      </p>
      <Badge variant={variant}>{label}</Badge>
      <ul className="col-span-2 text-[0.9375rem] wrap-anywhere">
        {row.problems.map(({ column, message }) => (
          <li key={column ?? message} className="font-semibold text-beet">
            {column && `${labelOf(column)}: `}
            {message}
          </li>
        ))}
        {row.changes.map(({ column, before, after }) => (
          <li key={column}>
            {labelOf(column)}: {row.outcome !== 'created' && `from ${short(before)} to `}
            <strong>{short(after)}</strong>
          </li>
        ))}
        {row.readings.map(({ column, text, value }) => (
          <li key={`read-${column}`} className="text-bark-deep">
            {labelOf(column)}: “{text}” read as {value}
          </li>
        ))}
      </ul>
    </li>
  )
}

function short(text: string): string {
  if (text === '') return 'nothing'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

function labelOf(column: CsvColumn): string {
  if (column === 'id') return 'Id'
  return column === 'baseStock' ? 'Stock when exported' : PRODUCT_FIELDS[column].label
}

type ColumnChoiceProps = {
  columns: ImportedList['columns']
  disabled: boolean
  onChoose: (columns: (CsvColumn | null)[]) => void
}

/** Open while a column is guessed or left out. A choice is cleared from the column that had it. */
function ColumnChoice({ columns, disabled, onChoose }: ColumnChoiceProps) {
  const left = columns.filter(({ column }) => column === null).length
  const guesses = columns.filter(({ isGuess }) => isGuess).length
  const choose = (index: number, column: CsvColumn | null) =>
    onChoose(
      columns.map((one, at) => {
        if (at === index) return column
        return column !== null && one.column === column ? null : one.column
      }),
    )
  return (
    <details
      open={left + guesses > 0}
      className="mb-4 rounded-2xl border border-straw bg-field px-4 py-3"
    >
      <summary className="cursor-pointer font-semibold">
        {`Columns of this file${guesses > 0 ? `, ${guesses} guessed` : ''}${left > 0 ? `, ${left} left out` : ''}`}
      </summary>
      <fieldset disabled={disabled} className="mt-3 grid gap-3 sm:grid-cols-2">
        {columns.map(({ heading, sample, column, isGuess }, index) => (
          <ToolSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading
            key={index}
            label={`${heading || `Column ${index + 1}`}${sample && `, such as “${sample}”`}${isGuess ? ' (our guess)' : ''}`}
            value={column ?? ''}
            options={OPTIONS}
            onChoose={(value) => choose(index, CSV_COLUMNS.find((one) => one === value) ?? null)}
          />
        ))}
      </fieldset>
    </details>
  )
}

const OPTIONS = [
  ['', 'Leave it out'] as const,
  ...CSV_COLUMNS.map((column) => [column, labelOf(column)] as const),
]
