import { useQueryClient } from '@tanstack/react-query'
import { ClipboardList, ListChecks } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { bulkProducts } from '#contract/products/bulk-products.ts'
import type { DeskProduct } from '#contract/products/products.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/request.ts'
import { type DialogProps, useDraft } from '#web/desk/shared/dialog-at.tsx'
import { conflictIn, type EditConflict } from '#web/desk/shared/edit-conflict.ts'
import {
  type ConflictField,
  EditConflictQuestion,
} from '#web/desk/shared/edit-conflict-question.tsx'
import { DraftDialog } from '#web/desk/shared/form-dialog.tsx'
import { readAgain, useChange } from '#web/desk/shared/use-change.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { inputLook } from '#web/ui/field.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { deskProductsQuery, PRODUCT_LISTS } from '../products-query.ts'
import { useCategories } from '../use-categories.ts'
import { FillPanel } from './fill-panel.tsx'
import {
  COLUMN_LABELS,
  COLUMN_SETS,
  formatCell,
  GRID_COLUMNS,
  type GridColumn,
  standing,
} from './grid-columns.ts'
import { GridTable, placeIn } from './grid-table.tsx'
import {
  type CellPosition,
  type CellTexts,
  cellOf,
  conflictAtCells,
  problemsAtCells,
  readTyped,
  rebaseProducts,
  type SentChange,
  withFresh,
  withPasted,
  withTyped,
} from './price-grid.ts'

type PriceGridDialogProps = DialogProps & { products: readonly DeskProduct[] }

export function PriceGridDialog({ products, open, onClose }: PriceGridDialogProps) {
  const { columns, set, onSet, show } = useColumns()
  const grid = usePriceGrid(products, { columns, onSaved: onClose })
  const filling = useChosenRows()
  const changed = Object.keys(grid.typed).length
  return (
    <DraftDialog
      open={open}
      isTouched={() => changed > 0}
      onClose={onClose}
      onEscape={(event) => takeBack(event, grid, columns)}
      title="Prices & stock"
      {...(set === null ? { description: KEYS } : {})}
      shape="wide"
      footer={
        <div className="flex items-center justify-between gap-4">
          <p role="status" className="text-bark-deep">
            {changed > 0
              ? `${changed === 1 ? '1 cell' : `${changed} cells`} changed`
              : 'Nothing changed yet'}
          </p>
          <Button size="lg" busy={grid.isSaving} disabled={changed === 0} onClick={grid.save}>
            {grid.isSaving ? 'Saving…' : 'Save all'}
          </Button>
        </div>
      }
    >
      <div className="mb-4 flex flex-wrap gap-2">
        {set !== null && <ColumnChoice set={set} onSet={onSet} />}
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={filling.isOpen}
          aria-controls={filling.isOpen ? FILL_PANEL : undefined}
          onClick={filling.toggle}
          className="max-sm:flex-1"
        >
          <ListChecks aria-hidden="true" className="size-5 max-sm:hidden" />
          Change many
        </Button>
        <a href="#stock" className={buttonLook({ variant: 'quiet', size: 'sm' }, 'max-sm:flex-1')}>
          <ClipboardList aria-hidden="true" className="size-5 max-sm:hidden" />
          Count stock
        </a>
      </div>
      {filling.isOpen && (
        <FillPanel
          id={FILL_PANEL}
          products={grid.products}
          typed={grid.typed}
          chosen={filling.chosen}
          onChooseNone={filling.chooseNone}
          onFill={(typed, column) => {
            grid.fill(typed)
            show(column)
          }}
        />
      )}
      <GridTable grid={grid} columns={columns} onShow={show} filling={filling} />
      <EditConflictQuestion
        conflictFields={conflictFieldsIn(grid)}
        typed={grid.typed}
        {...grid.question}
      />
    </DraftDialog>
  )
}

const KEYS =
  'Arrow keys and Enter move, Esc undoes a cell, and you can paste a column from a spreadsheet.'

type Grid = ReturnType<typeof usePriceGrid>

const FILL_PANEL = 'grid-fill'

function useColumns() {
  const isNarrow = useMedia('(width < 72rem)')
  const [set, setSet] = useState(0)
  const show = useCallback((column: GridColumn) => {
    setSet((now) => {
      const holds = (at: number) => COLUMN_SETS[at]?.columns.some((one) => one === column)
      return holds(now) ? now : COLUMN_SETS.findIndex((_, at) => holds(at))
    })
  }, [])
  const columns: readonly GridColumn[] = isNarrow
    ? (COLUMN_SETS[set] ?? COLUMN_SETS[0]).columns
    : GRID_COLUMNS
  return { columns, set: isNarrow ? set : null, onSet: setSet, show }
}

function useChosenRows() {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const choose = useCallback((id: number, isChosen: boolean) => {
    setChosen((now) => new Set(isChosen ? [...now, id] : [...now].filter((one) => one !== id)))
  }, [])
  const chooseNone = () => setChosen(new Set())
  const toggle = () => {
    chooseNone()
    setOpen((now) => !now)
  }
  return { isOpen, chosen, choose, chooseNone, toggle }
}

function ColumnChoice({ set, onSet }: { set: number; onSet: (set: number) => void }) {
  return (
    <select
      aria-label="Columns"
      value={set}
      onChange={({ target }) => onSet(Number(target.value))}
      className={`${inputLook} h-11 w-auto! max-sm:flex-1`}
    >
      {COLUMN_SETS.map(({ name }, at) => (
        <option key={name} value={at}>
          {name}
        </option>
      ))}
    </select>
  )
}

function conflictFieldsIn({ products, question: { conflict } }: Grid): ConflictField[] {
  return products.flatMap(({ id, name }) =>
    GRID_COLUMNS.flatMap((column) => {
      const field = cellOf(id, column)
      const label = `${column === 'price' ? 'Price' : COLUMN_LABELS[column]} of ${name}`
      const format = (value: unknown) => formatCell(column, value)
      return conflict.has(field) ? [{ field, label, format }] : []
    }),
  )
}

/** Esc reverts a changed cell and leaves the dialog open. */
function takeBack(
  event: KeyboardEvent,
  { products, type }: Grid,
  columns: readonly GridColumn[],
): void {
  const cell = event.target
  const isCell = cell instanceof HTMLInputElement || cell instanceof HTMLSelectElement
  const place = isCell ? placeIn(columns, cell) : null
  const product = place && products[place.row]
  if (!isCell || !product) return
  // Reads the cell itself: what was just typed may not have rendered yet.
  const isTick = cell instanceof HTMLInputElement && cell.type === 'checkbox'
  const text = isTick ? (cell.checked ? 'yes' : 'no') : cell.value
  if (text === standing(product, place.column)) return
  event.preventDefault()
  type(product, place.column, standing(product, place.column))
}

type GridState = {
  products: readonly DeskProduct[]
  typed: CellTexts
  errors: CellTexts
  conflict: EditConflict
}

type GridOptions = { columns: readonly GridColumn[]; onSaved: () => void }

function usePriceGrid(loaded: readonly DeskProduct[], { columns, onSaved }: GridOptions) {
  const client = useQueryClient()
  const categories = useCategories()
  const [stored, store] = useDraft<StoredGrid>('cells', { typed: {}, products: [] })
  const [state, setState] = useState<GridState>({
    products: loaded.map(
      (product) => stored.products.find(({ id }) => id === product.id) ?? product,
    ),
    typed: stored.typed,
    errors: {},
    conflict: NOTHING,
  })
  const { typed, products } = state
  useEffect(() => store(storedOf({ typed, products })), [store, typed, products])
  const retype = useCallback(
    (change: (state: GridState) => CellTexts) =>
      setState((now) => ({ ...now, typed: change(now), errors: {} })),
    [],
  )
  const type = useCallback(
    (product: DeskProduct, column: GridColumn, text: string) =>
      retype(({ typed }) => withTyped(typed, product, column, text)),
    [retype],
  )
  const paste = useCallback(
    (from: CellPosition, block: string) =>
      retype(({ typed, products }) => withPasted(typed, products, from, block, columns)),
    [retype, columns],
  )
  const fill = (typed: CellTexts) => retype(() => typed)
  const saving = useChange({
    send: (changes: SentChange[]) => call(bulkProducts.change, { body: { changes } }),
    done: ({ length }) => ({
      title: length === 1 ? 'Product updated' : `${length} products updated`,
    }),
    failed: 'Error updating product',
    refreshes: PRODUCT_LISTS,
    onDone: onSaved,
  })
  const onError = async (failure: Error, sent: SentChange[]) => {
    const problems = failure instanceof ApiFailure ? (failure.refusal.problems ?? []) : []
    if (problems.length === 0) return
    await readAgain(client, PRODUCT_LISTS)
    const fresh = client.getQueryData(deskProductsQuery.queryKey) ?? []
    const errors = problemsAtCells(problems, sent)
    const conflict = conflictAtCells(conflictIn(failure), sent)
    setState((now) => {
      return { ...now, conflict, errors, products: withFresh(now.products, fresh, errors) }
    })
  }
  const send = (next: GridState) => {
    const read = readTyped(next.products, next.typed, [
      ...categories,
      ...next.products.map(({ category }) => category),
    ])
    setState({ ...next, errors: 'errors' in read ? read.errors : {} })
    if ('errors' in read) return
    if (read.changes.length > 0) saving.mutate(read.changes, { onError })
    else onSaved()
  }
  const question = {
    conflict: state.conflict,
    onBack: () => setState((now) => ({ ...now, conflict: NOTHING })),
    onSave: (typed: CellTexts) => {
      const products = rebaseProducts(state.products, state.conflict)
      send({ ...state, products, typed, conflict: NOTHING })
    },
  }
  return {
    ...state,
    type,
    paste,
    fill,
    save: () => send(state),
    question,
    isSaving: saving.isPending,
  }
}

const NOTHING: EditConflict = new Map()

type StoredGrid = Pick<GridState, 'typed' | 'products'>

function storedOf({ typed, products }: StoredGrid): StoredGrid {
  const isTyped = ({ id }: DeskProduct) =>
    GRID_COLUMNS.some((column) => cellOf(id, column) in typed)
  return { typed, products: products.filter(isTyped) }
}
