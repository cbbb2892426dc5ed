import { CSV_COLUMNS, type CsvColumn, type ImportedList } from '#contract/bulk-products.ts'
import { PRODUCT_LABELS } from '#contract/products.ts'
import { ToolSelect } from '#web/desk/shared/toolbar.tsx'

export const COLUMN_LABELS: Record<CsvColumn, string> = {
  id: 'Id',
  ...PRODUCT_LABELS,
  baseStock: 'Stock when exported',
}

type ColumnChoiceProps = {
  columns: ImportedList['columns']
  disabled: boolean
  onChoose: (columns: (CsvColumn | null)[]) => void
}

/** Which column of a file holds what; open where one is guessed or left out. One chosen anew leaves its old place. */
export function ColumnChoice({ columns, disabled, onChoose }: ColumnChoiceProps) {
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
  ...CSV_COLUMNS.map((column) => [column, COLUMN_LABELS[column]] as const),
]
