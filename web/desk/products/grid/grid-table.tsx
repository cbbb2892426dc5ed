import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  useEffect,
  useRef,
} from 'react'
import { type DeskProduct, isSwitch } from '#contract/products/products.ts'
import { CheckField } from '#web/desk/shared/check-field.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { useCategories } from '../use-categories.ts'
import {
  COLUMN_LABELS,
  formatBefore,
  GRID_COLUMNS,
  type GridColumn,
  standing,
  TAX_CHOICES,
} from './grid-columns.ts'
import { type CellPosition, type CellTexts, cellOf } from './price-grid.ts'

type GridTableProps = {
  grid: {
    products: readonly DeskProduct[]
    typed: CellTexts
    errors: CellTexts
    type: (product: DeskProduct, column: GridColumn, text: string) => void
    paste: (from: CellPosition, block: string) => void
  }
  columns: readonly GridColumn[]
  onShow: (column: GridColumn) => void
  filling: {
    isOpen: boolean
    chosen: ReadonlySet<number>
    choose: (id: number, chosen: boolean) => void
  }
}

export function GridTable({ grid, columns, onShow, filling }: GridTableProps) {
  const { products, typed, errors } = grid
  const table = useFirstWrong(grid, columns, onShow)
  const categories = useCategories()
  return (
    <table ref={table} className="price-grid block w-full">
      <caption className="sr-only">Prices &amp; stock</caption>
      <thead className="sticky -top-5 z-10 block bg-card">
        <tr
          className={classNames(gridRow(columns), 'text-[0.9375rem] font-semibold text-bark-deep')}
        >
          <th scope="col" className="text-left">
            Product
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className={LOOKS[column].head}>
              {COLUMN_LABELS[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block">
        {products.map((product, row) => (
          <PriceGridRow
            key={product.id}
            product={product}
            row={row}
            columns={columns}
            categories={categories}
            typed={typed}
            errors={errors}
            chosen={filling.isOpen ? filling.chosen.has(product.id) : null}
            onChoose={filling.choose}
            onType={grid.type}
            onPaste={grid.paste}
          />
        ))}
      </tbody>
    </table>
  )
}

function useFirstWrong(
  { products, errors }: GridTableProps['grid'],
  columns: readonly GridColumn[],
  onShow: (column: GridColumn) => void,
) {
  const table = useRef<HTMLTableElement>(null)
  const led = useRef<CellTexts | null>(null)
  useEffect(() => {
    if (Object.keys(errors).length === 0 || led.current === errors) return
    const wrong = products.flatMap(({ id }) =>
      GRID_COLUMNS.filter((column) => cellOf(id, column) in errors),
    )
    const [first] = wrong
    if (first && !wrong.some((column) => columns.includes(column))) return onShow(first)
    led.current = errors
    table.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [products, errors, columns, onShow])
  return table
}

export function placeIn(
  columns: readonly GridColumn[],
  { dataset }: HTMLElement,
): CellPosition | null {
  const [, row, index] = /^(\d+)\.(\d+)$/.exec(dataset.cell ?? '') ?? []
  const column = columns[Number(index)]
  return column ? { row: Number(row), column } : null
}

type PriceGridRowProps = {
  product: DeskProduct
  row: number
  columns: readonly GridColumn[]
  categories: readonly string[]
  typed: CellTexts
  errors: CellTexts
  /** Whether it is chosen to be filled; null while none is. */
  chosen: boolean | null
  onChoose: (id: number, chosen: boolean) => void
  onType: (product: DeskProduct, column: GridColumn, text: string) => void
  onPaste: (from: CellPosition, block: string) => void
}

/** Memoized: of perhaps a thousand rows, only those that change re-render. */
const PriceGridRow = memo(function PriceGridRow(props: PriceGridRowProps) {
  const { product, row, columns, categories, typed, errors, chosen, ...does } = props
  const { onChoose, onType, onPaste } = does
  const { id, name } = product
  const noteId = `grid-note-${id}`
  const about = (
    <>
      <span className="block leading-snug font-semibold wrap-anywhere">{name}</span>
      <RowNote id={noteId} product={product} typed={typed} errors={errors} />
    </>
  )
  return (
    <tr className={classNames(gridRow(columns), 'border-b border-straw')}>
      <th scope="row" className="min-w-0 text-left font-normal">
        {chosen === null ? (
          about
        ) : (
          <CheckField
            hiddenLabel={`Choose ${name}`}
            label={about}
            checked={chosen}
            onChange={(isChosen) => onChoose(id, isChosen)}
          />
        )}
      </th>
      {columns.map((column, index) => (
        <td key={column}>
          <GridCell
            product={product}
            column={column}
            categories={categories}
            place={`${row}.${index}`}
            typed={typed[cellOf(id, column)]}
            isWrong={errors[cellOf(id, column)] !== undefined}
            noteId={noteId}
            onType={(text) => onType(product, column, text)}
            onPaste={(block) => onPaste({ row, column }, block)}
          />
        </td>
      ))}
    </tr>
  )
}, isSameRow)

type RowNoteProps = Pick<PriceGridRowProps, 'product' | 'typed' | 'errors'> & { id: string }

function RowNote({ id, product, typed, errors }: RowNoteProps) {
  const { category, weighUnit, hidden } = product
  const changed = GRID_COLUMNS.filter((column) => cellOf(product.id, column) in typed)
  const problems = GRID_COLUMNS.map((column) => errors[cellOf(product.id, column)]).filter(Boolean)
  const about = [category, weighUnit && `sold by the ${weighUnit}`, hidden && 'hidden']
  return (
    <span id={id} className="block text-[0.9375rem] leading-snug text-bark-deep">
      {problems.length > 0 && <strong className="block text-beet">{problems.join(' ')}</strong>}
      {changed.length > 0
        ? `was ${changed.map((column) => formatBefore(product, column)).join(', ')}`
        : about.filter(Boolean).join(', ')}
    </span>
  )
}

function isSameRow(one: PriceGridRowProps, other: PriceGridRowProps): boolean {
  const { typed: _, errors: __, ...others } = other
  const isSame = Object.entries(others).every(([name, value]) => Reflect.get(one, name) === value)
  return (
    isSame &&
    GRID_COLUMNS.every((column) => {
      const cell = cellOf(one.product.id, column)
      return one.typed[cell] === other.typed[cell] && one.errors[cell] === other.errors[cell]
    })
  )
}

function gridRow([first, second, ...more]: readonly GridColumn[]): string {
  const place = more.length > 0 ? ALL : second ? TWO : first && isSwitch(first) ? NARROW : ONE
  return classNames(
    '-mx-1.5 grid items-center px-1.5 py-2 [content-visibility:auto] [contain-intrinsic-size:auto_4.25rem]',
    place,
  )
}

const TWO =
  'grid-cols-[minmax(0,1fr)_5.5rem_4.75rem] gap-2 sm:grid-cols-[minmax(0,1fr)_8rem_8rem] sm:gap-4'
const ONE = 'grid-cols-[minmax(0,1fr)_10.75rem] gap-2 sm:grid-cols-[minmax(0,1fr)_14rem] sm:gap-4'
const NARROW = 'grid-cols-[minmax(0,1fr)_4.75rem] gap-2 sm:gap-4'
const ALL = 'grid-cols-[minmax(0,1fr)_6.25rem_5rem_7rem_10.5rem_4.75rem_4rem_4.5rem_9rem] gap-2'

type GridCellProps = {
  product: DeskProduct
  column: GridColumn
  categories: readonly string[]
  place: string
  /** Undefined where it matches the shop. */
  typed: string | undefined
  isWrong: boolean
  noteId: string
  onType: (text: string) => void
  onPaste: (block: string) => void
}

function GridCell({ product, column, categories, place, typed, ...its }: GridCellProps) {
  const { isWrong, noteId, onType, onPaste } = its
  const before = standing(product, column)
  const text = typed ?? before
  const shared = {
    'data-cell': place,
    'aria-label': labelOf(product, column),
    'aria-describedby': typed !== undefined || isWrong ? noteId : undefined,
    'aria-invalid': isWrong ? (true as const) : undefined,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>) => {
      // The dialog undoes it too, once it knows nothing is open on top of it.
      if (event.key === 'Escape' && typed !== undefined) onType(before)
      moveInGrid(event)
    },
    onPaste: (event: ClipboardEvent) => {
      const block = event.clipboardData.getData('text/plain')
      // A single value pastes at the caret, as usual.
      if (!/[\t\n]/.test(block)) return
      event.preventDefault()
      onPaste(block)
    },
  }
  const look = classNames(inputLook, LOOKS[column].cell, typed !== undefined && CHANGED)
  if (isSwitch(column)) return <Tick shared={shared} text={text} onType={onType} />
  const choices = column === 'tax' ? TAX_CHOICES : categories.map((name) => [name, name] as const)
  if (column === 'category' || column === 'tax')
    return (
      <select
        {...shared}
        value={text}
        onChange={({ target }) => onType(target.value)}
        className={look}
      >
        {/* What was pasted and is none of them stands there too, so that it is seen. */}
        {[
          ...new Map([...choices, ...(isChoice(choices, text) ? [] : [[text, text] as const])]),
        ].map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
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

const isChoice = (choices: readonly (readonly [string, string])[], text: string) =>
  choices.some(([value]) => value === text)

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

function labelOf({ name, weighPrice, weighUnit }: DeskProduct, column: GridColumn): string {
  if (isSwitch(column)) return `${COLUMN_LABELS[column]}: ${name}`
  if (column !== 'price') return `${COLUMN_LABELS[column]} of ${name}`
  return weighPrice === undefined ? `Price of ${name}` : `Price per ${weighUnit} of ${name}`
}

const MODES = { price: 'decimal', stock: 'numeric', unit: 'text', lowLimit: 'numeric' } as const

const CHANGED = 'bg-yolk-pale! font-semibold'
const NUMBER = { head: 'text-right', cell: 'h-11 px-2.5! text-right tabular-nums' }
const CHOICE = { head: 'pl-2 text-left', cell: 'h-11 px-2!' }
const TICK = { head: 'text-center', cell: '' }
const LOOKS: Record<GridColumn, { head: string; cell: string }> = {
  price: NUMBER,
  stock: NUMBER,
  lowLimit: NUMBER,
  unit: { head: 'pl-2.5 text-left', cell: 'h-11 px-2.5!' },
  category: CHOICE,
  tax: CHOICE,
  hidden: TICK,
  snap: TICK,
}

type Cell = HTMLInputElement | HTMLSelectElement

/** Like in a spreadsheet: arrows, Enter down, Shift+Enter up; sideways only from the text's end. */
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
  // In a select, up and down choose.
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
