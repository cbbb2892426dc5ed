import { memo } from 'react'
import type { DeskProduct } from '#contract/products.ts'
import { CheckField } from '#web/desk/shared/check-field.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { GridCell } from './grid-cell.tsx'
import { formatBefore, GRID_COLUMNS, type GridColumn } from './grid-columns.ts'
import { type CellTexts, cellOf, type GridPlace } from './price-grid.ts'

type PriceGridRowProps = {
  product: DeskProduct
  row: number
  columns: readonly GridColumn[]
  typed: CellTexts
  errors: CellTexts
  /** Whether it is chosen to be filled; null while none is. */
  chosen: boolean | null
  onChoose: (id: number, chosen: boolean) => void
  onType: (product: DeskProduct, column: GridColumn, text: string) => void
  onPaste: (from: GridPlace, block: string) => void
}

/** One product of the grid; there may be a thousand, so only a row that changes is drawn again. */
export const PriceGridRow = memo(function PriceGridRow(props: PriceGridRowProps) {
  const { product, row, columns, typed, errors, chosen, onChoose, onType, onPaste } = props
  const { id, name } = product
  const noteId = `grid-note-${id}`
  const about = (
    <>
      <span className="block leading-snug font-semibold wrap-anywhere">{name}</span>
      <RowNote id={noteId} {...{ product, typed, errors }} />
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

export function gridRow([first, second, ...more]: readonly GridColumn[]): string {
  const place = more.length > 0 ? ALL : second ? TWO : first === 'hidden' ? NARROW : ONE
  return classNames(
    '-mx-1.5 grid items-center px-1.5 py-2 [content-visibility:auto] [contain-intrinsic-size:auto_4.25rem]',
    place,
  )
}

const TWO =
  'grid-cols-[minmax(0,1fr)_5.5rem_4.75rem] gap-2 sm:grid-cols-[minmax(0,1fr)_8rem_8rem] sm:gap-4'
const ONE = 'grid-cols-[minmax(0,1fr)_10.75rem] gap-2 sm:grid-cols-[minmax(0,1fr)_14rem] sm:gap-4'
const NARROW = 'grid-cols-[minmax(0,1fr)_4.75rem] gap-2 sm:gap-4'
const ALL = 'grid-cols-[minmax(0,1fr)_6.25rem_5rem_7rem_10.5rem_4.75rem_4rem] gap-2'
