import { useEffect, useRef } from 'react'
import type { DeskProduct } from '#contract/products.ts'
import { DraftNote } from '#web/desk/shared/draft-note.tsx'

import { LeaveQuestion } from '#web/desk/shared/form-dialog.tsx'
import { formatDollarsOrNone } from '#web/desk/shared/format-value.ts'
import { type Contested, MeanwhileQuestion } from '#web/desk/shared/meanwhile-question.tsx'
import { useLeaving } from '#web/desk/shared/use-leaving.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { cellOf, standing } from './price-grid.ts'
import { GRID_ROW, PriceGridRow, placeOf } from './price-grid-row.tsx'
import { usePriceGrid } from './use-price-grid.ts'

type PriceGridDialogProps = { products: readonly DeskProduct[]; open: boolean; onClose: () => void }

export function PriceGridDialog({ products, open, onClose }: PriceGridDialogProps) {
  const grid = usePriceGrid(products, { onSaved: onClose })
  const changed = Object.keys(grid.typed).length
  const leaving = useLeaving({ open, isTouched: () => changed > 0, onClose })
  return (
    <Dialog
      open={open}
      onClose={leaving.close}
      onEscape={(event) => takeBack(event, grid)}
      title="Prices and stock"
      description="Arrow keys and Enter move, Esc undoes a cell, and you can paste a column from a spreadsheet."
      place="wide"
      footer={<GridFooter changed={changed} busy={grid.isSaving} onSave={grid.save} />}
    >
      <DraftNote />
      <GridTable grid={grid} />
      <MeanwhileQuestion contested={contestedIn(grid)} typed={grid.typed} {...grid.question} />
      <LeaveQuestion {...leaving.question} />
    </Dialog>
  )
}

type Grid = ReturnType<typeof usePriceGrid>

function contestedIn({ products, question: { meanwhile } }: Grid): Contested[] {
  return products.flatMap(({ id, name }) => {
    const field = cellOf(id, 'price')
    return meanwhile.has(field)
      ? [{ field, label: `Price of ${name}`, format: formatDollarsOrNone }]
      : []
  })
}

function GridTable({ grid }: { grid: Grid }) {
  const table = useRef<HTMLTableElement>(null)
  const { products, typed, errors } = grid
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      table.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])
  return (
    <table ref={table} className="block w-full">
      <caption className="sr-only">Prices and stock</caption>
      <thead className="sticky -top-5 z-10 block bg-card">
        <tr className={classNames(GRID_ROW, 'text-[0.9375rem] font-semibold text-bark-deep')}>
          <th scope="col" className="text-left">
            Product
          </th>
          <th scope="col" className="text-right">
            Price in $
          </th>
          <th scope="col" className="text-right">
            Stock
          </th>
        </tr>
      </thead>
      <tbody className="block">
        {products.map((product, row) => (
          <PriceGridRow
            key={product.id}
            product={product}
            row={row}
            price={typed[cellOf(product.id, 'price')]}
            stock={typed[cellOf(product.id, 'stock')]}
            priceError={errors[cellOf(product.id, 'price')]}
            stockError={errors[cellOf(product.id, 'stock')]}
            onType={grid.type}
            onPaste={grid.paste}
          />
        ))}
      </tbody>
    </table>
  )
}

type GridFooterProps = { changed: number; busy: boolean; onSave: () => void }

function GridFooter({ changed, busy, onSave }: GridFooterProps) {
  const cells = changed === 1 ? '1 cell' : `${changed} cells`
  return (
    <div className="flex items-center justify-between gap-4">
      <p role="status" className="text-bark-deep">
        {changed > 0 ? `${cells} changed` : 'Nothing changed yet'}
      </p>
      <Button size="lg" busy={busy} disabled={changed === 0} onClick={onSave}>
        {busy ? 'Saving…' : 'Save all'}
      </Button>
    </div>
  )
}

/** Esc in a changed cell takes that cell back and leaves the dialog open. */
function takeBack(event: KeyboardEvent, { products, type }: Grid): void {
  const cell = event.target instanceof HTMLInputElement ? event.target : null
  const place = cell && placeOf(cell)
  const product = place && products[place.row]
  // The cell itself is asked: what was typed just now may not be drawn yet.
  if (!product || cell.value === standing(product, place.column)) return
  event.preventDefault()
  type(product, place.column, standing(product, place.column))
}
