import { type KeyboardEvent, memo } from 'react'
import { formatDollars, toCents } from '#contract/money.ts'
import type { DeskProduct } from '#contract/products.ts'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { GRID_COLUMNS, type GridColumn, type GridPlace, standing } from './price-grid.ts'

type PriceGridRowProps = {
  product: DeskProduct
  row: number
  /** What was typed, where it differs from the shop. */
  price: string | undefined
  stock: string | undefined
  priceError: string | undefined
  stockError: string | undefined
  onType: (product: DeskProduct, column: GridColumn, text: string) => void
  onPaste: (from: GridPlace, block: string) => void
}

/** One product of the grid; there may be a thousand, so only a row that changes is drawn again. */
export const PriceGridRow = memo(function PriceGridRow({
  product,
  row,
  onType,
  onPaste,
  ...cells
}: PriceGridRowProps) {
  const { price, stock, priceError, stockError } = cells
  const isChanged = price !== undefined || stock !== undefined
  const error = priceError ?? stockError
  const noteId = `grid-note-${product.id}`
  const texts = { price, stock }
  const errors = { price: priceError, stock: stockError }
  return (
    <tr className={classNames(GRID_ROW, 'border-b border-straw')}>
      <th scope="row" className="min-w-0 text-left font-normal">
        <span className="block leading-snug font-semibold wrap-anywhere">{product.name}</span>
        <span id={noteId} className="block text-[0.9375rem] leading-snug text-bark-deep">
          {error && <strong className="block text-beet">{error}</strong>}
          {isChanged ? `was ${was(product)}` : product.category}
        </span>
      </th>
      {GRID_COLUMNS.map((column, index) => (
        <td key={column}>
          <input
            data-cell={`${row}.${index}`}
            aria-label={`${column === 'price' ? 'Price' : 'Stock'} of ${product.name}`}
            aria-describedby={isChanged || errors[column] ? noteId : undefined}
            aria-invalid={errors[column] ? true : undefined}
            inputMode={column === 'price' ? 'decimal' : 'numeric'}
            autoComplete="off"
            value={texts[column] ?? standing(product, column)}
            onChange={(event) => onType(product, column, event.target.value)}
            onFocus={(event) => event.target.select()}
            onKeyDown={(event) => {
              // The dialog undoes it as well, once it knows that nothing lies above it.
              if (event.key === 'Escape' && texts[column] !== undefined)
                onType(product, column, standing(product, column))
              moveInGrid(event)
            }}
            onPaste={(event) => {
              const block = event.clipboardData.getData('text/plain')
              // One word goes where the caret is, as everywhere.
              if (!/[\t\n]/.test(block)) return
              event.preventDefault()
              onPaste({ row, column }, block)
            }}
            className={classNames(
              inputLook,
              CELL,
              texts[column] !== undefined && 'bg-yolk-pale! font-semibold',
            )}
          />
        </td>
      ))}
    </tr>
  )
})

/** Rows far from view are not laid out. */
export const GRID_ROW =
  '-mx-1.5 grid grid-cols-[minmax(0,1fr)_5.5rem_4.75rem] items-center gap-2 px-1.5 py-2 [content-visibility:auto] [contain-intrinsic-size:auto_4.25rem] sm:grid-cols-[minmax(0,1fr)_8rem_8rem] sm:gap-4'

const CELL = 'h-11 px-2.5! text-right tabular-nums'

function was({ price, stock }: DeskProduct): string {
  return `${formatDollars(toCents(price))}, ${stock} in stock`
}

/** Where a cell of the grid stands, null for any other element. */
export function placeOf({ dataset }: HTMLElement): GridPlace | null {
  const [, row, index] = /^(\d+)\.(\d+)$/.exec(dataset.cell ?? '') ?? []
  const column = GRID_COLUMNS[Number(index)]
  return column ? { row: Number(row), column } : null
}

/** Moves the focus as in a spreadsheet: arrows, Enter downwards and with Shift upwards; to the side only from the end of a text. */
function moveInGrid(event: KeyboardEvent<HTMLInputElement>): void {
  const cell = event.currentTarget
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const down = stepDown(event)
  const right = stepRight(event, cell)
  if (down === 0 && right === 0) return
  event.preventDefault()
  const [row = 0, column = 0] = (cell.dataset.cell ?? '').split('.').map(Number)
  const next = `[data-cell="${row + down}.${column + right}"]`
  cell.closest('table')?.querySelector<HTMLInputElement>(next)?.focus()
}

function stepDown({ key, shiftKey }: KeyboardEvent): number {
  if (key === 'ArrowDown') return 1
  if (key === 'ArrowUp') return -1
  if (key !== 'Enter') return 0
  return shiftKey ? -1 : 1
}

function stepRight(
  { key, shiftKey }: KeyboardEvent,
  { selectionStart, selectionEnd, value }: HTMLInputElement,
): number {
  const isAllMarked = selectionStart === 0 && selectionEnd === value.length
  const isCaret = selectionStart === selectionEnd
  if (shiftKey || !(isAllMarked || isCaret)) return 0
  if (key === 'ArrowRight' && selectionEnd === value.length) return 1
  return key === 'ArrowLeft' && selectionStart === 0 ? -1 : 0
}
