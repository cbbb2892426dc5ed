import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { bulkProducts } from '#contract/products/bulk-products.ts'
import type { DeskProduct } from '#contract/products/products.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/request.ts'
import { type Meanwhile, meanwhileIn } from '#web/desk/shared/meanwhile.ts'
import { toastFailure } from '#web/desk/shared/toast-failure.ts'
import { useDraft } from '#web/desk/shared/use-draft.ts'
import { toast } from '#web/ui/toast-store.ts'
import { deskProductsQuery, refreshProducts } from '../products-query.ts'
import { GRID_COLUMNS, type GridColumn } from './grid-columns.ts'
import {
  type CellTexts,
  cellOf,
  type GridPlace,
  meanwhileAtCells,
  problemsAtCells,
  readTyped,
  type SentChange,
  withFresh,
  withPasted,
  withSeen,
  withTyped,
} from './price-grid.ts'

type GridState = {
  products: readonly DeskProduct[]
  typed: CellTexts
  errors: CellTexts
  meanwhile: Meanwhile
}

type GridOptions = { columns: readonly GridColumn[]; onSaved: () => void }

export function usePriceGrid(loaded: readonly DeskProduct[], { columns, onSaved }: GridOptions) {
  const [stored, store] = useDraft<StoredGrid>('cells', { typed: {}, products: [] })
  const [state, setState] = useState<GridState>({
    products: loaded.map(
      (product) => stored.products.find(({ id }) => id === product.id) ?? product,
    ),
    typed: stored.typed,
    errors: {},
    meanwhile: NOTHING,
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
    (from: GridPlace, block: string) =>
      retype(({ typed, products }) => withPasted(typed, products, from, block, columns)),
    [retype, columns],
  )
  const fill = (typed: CellTexts) => retype(() => typed)
  const saving = useSaveGrid({
    onSaved,
    onRefused: ({ meanwhile, errors }, fresh) =>
      setState((now) => ({
        ...now,
        meanwhile,
        errors,
        products: withFresh(now.products, fresh, errors),
      })),
  })
  const send = (next: GridState) => {
    const read = readTyped(next.products, next.typed)
    setState({ ...next, errors: 'errors' in read ? read.errors : {} })
    if ('errors' in read) return
    if (read.changes.length > 0) saving.mutate(read.changes)
    else onSaved()
  }
  const question = {
    meanwhile: state.meanwhile,
    onBack: () => setState((now) => ({ ...now, meanwhile: NOTHING })),
    onSave: (typed: CellTexts) => {
      const products = withSeen(state.products, state.meanwhile)
      send({ ...state, products, typed, meanwhile: NOTHING })
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

const NOTHING: Meanwhile = new Map()

type StoredGrid = Pick<GridState, 'typed' | 'products'>

function storedOf({ typed, products }: StoredGrid): StoredGrid {
  const isTyped = ({ id }: DeskProduct) =>
    GRID_COLUMNS.some((column) => cellOf(id, column) in typed)
  return { typed, products: products.filter(isTyped) }
}

type Refused = { meanwhile: Meanwhile; errors: CellTexts }
type GridCallbacks = {
  onSaved: () => void
  onRefused: (refused: Refused, fresh: readonly DeskProduct[]) => void
}

function useSaveGrid({ onSaved, onRefused }: GridCallbacks) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changes: SentChange[]) => call(bulkProducts.change, { body: { changes } }),
    onSuccess: async (changed) => {
      toast({
        title: changed.length === 1 ? 'Product updated' : `${changed.length} products updated`,
      })
      onSaved()
      await refreshProducts(client)
    },
    onError: async (failure, sent) => {
      toastFailure('Error updating product', failure)
      const problems = failure instanceof ApiFailure ? (failure.refusal.problems ?? []) : []
      if (problems.length === 0) return
      await refreshProducts(client)
      const refused = {
        meanwhile: meanwhileAtCells(meanwhileIn(failure), sent),
        errors: problemsAtCells(problems, sent),
      }
      onRefused(refused, client.getQueryData(deskProductsQuery.queryKey) ?? [])
    },
  })
}
