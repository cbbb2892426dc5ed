import { useEffect, useRef } from 'react'
import type { DeskProduct } from '#contract/products.ts'
import { classNames } from '#web/ui/class-names.ts'
import { COLUMN_LABELS, GRID_COLUMNS, type GridColumn } from './grid-columns.ts'
import { type CellTexts, cellOf, type GridPlace } from './price-grid.ts'
import { gridRow, PriceGridRow } from './price-grid-row.tsx'

type GridTableProps = {
  grid: {
    products: readonly DeskProduct[]
    typed: CellTexts
    errors: CellTexts
    type: (product: DeskProduct, column: GridColumn, text: string) => void
    paste: (from: GridPlace, block: string) => void
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
  return (
    <table ref={table} className="block w-full">
      <caption className="sr-only">Prices and stock</caption>
      <thead className="sticky -top-5 z-10 block bg-card">
        <tr
          className={classNames(gridRow(columns), 'text-[0.9375rem] font-semibold text-bark-deep')}
        >
          <th scope="col" className="text-left">
            Product
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className={ALIGNS[column]}>
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

const ALIGNS: Record<GridColumn, string> = {
  price: 'text-right',
  stock: 'text-right',
  lowLimit: 'text-right',
  unit: 'pl-2.5 text-left',
  category: 'pl-2 text-left',
  hidden: 'text-center',
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

/** Where a cell of the grid stands, null for any other element. */
export function placeIn(
  columns: readonly GridColumn[],
  { dataset }: HTMLElement,
): GridPlace | null {
  const [, row, index] = /^(\d+)\.(\d+)$/.exec(dataset.cell ?? '') ?? []
  const column = columns[Number(index)]
  return column ? { row: Number(row), column } : null
}
