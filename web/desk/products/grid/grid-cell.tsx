import type { ClipboardEvent, FocusEvent, KeyboardEvent } from 'react'
import { PRODUCT_CATEGORIES } from '#contract/categories.ts'
import type { DeskProduct } from '#contract/products.ts'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { COLUMN_LABELS, type GridColumn, standing } from './grid-columns.ts'

type GridCellProps = {
  product: DeskProduct
  column: GridColumn
  /** Its row and column of the grid, such as `3.1`. */
  place: string
  /** What was typed, where it differs from the shop. */
  typed: string | undefined
  isWrong: boolean
  noteId: string
  onType: (text: string) => void
  onPaste: (block: string) => void
}

export function GridCell({ product, column, place, typed, ...its }: GridCellProps) {
  const { isWrong, noteId, onType, onPaste } = its
  const before = standing(product, column)
  const text = typed ?? before
  const shared = {
    'data-cell': place,
    'aria-label': labelOf(product, column),
    'aria-describedby': typed !== undefined || isWrong ? noteId : undefined,
    'aria-invalid': isWrong ? (true as const) : undefined,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>) => {
      // The dialog undoes it as well, once it knows that nothing lies above it.
      if (event.key === 'Escape' && typed !== undefined) onType(before)
      moveInGrid(event)
    },
    onPaste: (event: ClipboardEvent) => {
      const block = event.clipboardData.getData('text/plain')
      // One word goes where the caret is, as everywhere.
      if (!/[\t\n]/.test(block)) return
      event.preventDefault()
      onPaste(block)
    },
  }
  const look = classNames(inputLook, LOOKS[column], typed !== undefined && CHANGED)
  if (column === 'hidden') return <Tick shared={shared} text={text} onType={onType} />
  if (column === 'category')
    return (
      <select
        {...shared}
        value={text}
        onChange={({ target }) => onType(target.value)}
        className={look}
      >
        <Categories text={text} />
      </select>
    )
  return (
    <input
      {...shared}
      type="text"
      inputMode={MODES[column]}
      autoComplete="off"
      value={text}
      onChange={({ target }) => onType(target.value)}
      onFocus={(event: FocusEvent<HTMLInputElement>) => event.target.select()}
      className={look}
    />
  )
}

type TickProps = { shared: object; text: string; onType: (text: string) => void }

function Tick({ shared, text, onType }: TickProps) {
  return (
    <label className="grid h-11 cursor-pointer place-items-center">
      <input
        {...shared}
        type="checkbox"
        checked={text === 'yes'}
        onChange={({ target }) => onType(target.checked ? 'yes' : 'no')}
        className="size-5.5 cursor-[inherit] accent-leaf"
      />
    </label>
  )
}

/** What was pasted and is none of them stands there too, so that it is seen. */
function Categories({ text }: { text: string }) {
  const isKnown = PRODUCT_CATEGORIES.some((name) => name === text)
  return (
    <>
      {!isKnown && <option>{text}</option>}
      {PRODUCT_CATEGORIES.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </>
  )
}

function labelOf({ name, weighPrice, weighUnit }: DeskProduct, column: GridColumn): string {
  if (column === 'hidden') return `Hidden: ${name}`
  if (column !== 'price') return `${COLUMN_LABELS[column]} of ${name}`
  return weighPrice === undefined ? `Price of ${name}` : `Price per ${weighUnit} of ${name}`
}

const MODES = { price: 'decimal', stock: 'numeric', unit: 'text', lowLimit: 'numeric' } as const

const CHANGED = 'bg-yolk-pale! font-semibold'
const NUMBER = 'h-11 px-2.5! text-right tabular-nums'
const LOOKS = {
  price: NUMBER,
  stock: NUMBER,
  lowLimit: NUMBER,
  unit: 'h-11 px-2.5!',
  category: 'h-11 px-2!',
  hidden: '',
}

type Cell = HTMLInputElement | HTMLSelectElement

/**
 * Moves the focus as in a spreadsheet: arrows, Enter downwards and
 * with Shift upwards; to the side only from the end of a text.
 */
function moveInGrid(event: KeyboardEvent<Cell>): void {
  const cell = event.currentTarget
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const down = stepDown(event, cell)
  const right = stepRight(event, cell)
  if (down === 0 && right === 0) return
  event.preventDefault()
  const [row = 0, column = 0] = (cell.dataset.cell ?? '').split('.').map(Number)
  const next = `[data-cell="${row + down}.${column + right}"]`
  cell.closest('table')?.querySelector<Cell>(next)?.focus()
}

function stepDown({ key, shiftKey }: KeyboardEvent, cell: Cell): number {
  // In a list of choices, arrows up and down choose.
  const hasArrows = cell instanceof HTMLInputElement
  if (hasArrows && key === 'ArrowDown') return 1
  if (hasArrows && key === 'ArrowUp') return -1
  if (key !== 'Enter') return 0
  return shiftKey ? -1 : 1
}

function stepRight({ key, shiftKey }: KeyboardEvent, cell: Cell): number {
  if (shiftKey) return 0
  const { isAtStart, isAtEnd } = caretOf(cell)
  if (key === 'ArrowRight' && isAtEnd) return 1
  return key === 'ArrowLeft' && isAtStart ? -1 : 0
}

function caretOf(cell: Cell) {
  if (!(cell instanceof HTMLInputElement) || cell.type !== 'text')
    return { isAtStart: true, isAtEnd: true }
  const { selectionStart, selectionEnd, value } = cell
  const isAllMarked = selectionStart === 0 && selectionEnd === value.length
  const isCaret = selectionStart === selectionEnd
  if (!(isAllMarked || isCaret)) return { isAtStart: false, isAtEnd: false }
  return { isAtStart: selectionStart === 0, isAtEnd: selectionEnd === value.length }
}
