import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { bulkProducts } from '#contract/bulk-products.ts'
import type { Product } from '#contract/products.ts'
import { ApiFailure, call } from '#web/api/call.ts'
import { toast } from '#web/ui/toast-store.ts'
import { forDesk } from '../../session/desk-session.ts'
import { deskProductsQuery } from '../desk-products-query.ts'
import { refreshProducts, sayFailure } from '../save-product.ts'
import {
  type CellTexts,
  type GridColumn,
  type GridPlace,
  problemsAtCells,
  readTyped,
  type SentChange,
  withFresh,
  withPasted,
  withTyped,
} from './price-grid.ts'

type GridState = { products: readonly Product[]; typed: CellTexts; errors: CellTexts }

/** Prices and stock as they are typed, until all of them are saved at once; what is refused stays. */
export function usePriceGrid(loaded: readonly Product[], { onSaved }: { onSaved: () => void }) {
  const [state, setState] = useState<GridState>({ products: loaded, typed: {}, errors: {} })
  const retype = useCallback(
    (change: (state: GridState) => CellTexts) => setState((now) => ({ ...now, typed: change(now), errors: {} })),
    [],
  )
  const type = useCallback(
    (product: Product, column: GridColumn, text: string) =>
      retype(({ typed }) => withTyped(typed, product, column, text)),
    [retype],
  )
  const paste = useCallback(
    (from: GridPlace, block: string) => retype(({ typed, products }) => withPasted(typed, products, from, block)),
    [retype],
  )
  const saving = useSaveGrid({
    onSaved,
    onRefused: (errors, fresh) =>
      setState((now) => ({ ...now, errors, products: withFresh(now.products, fresh, errors) })),
  })
  const save = () => {
    const read = readTyped(state.products, state.typed)
    if ('errors' in read) setState((now) => ({ ...now, errors: read.errors }))
    else if (read.changes.length > 0) saving.mutate(read.changes)
    else onSaved()
  }
  return { ...state, type, paste, save, isSaving: saving.isPending }
}

type GridNews = { onSaved: () => void; onRefused: (errors: CellTexts, fresh: readonly Product[]) => void }

function useSaveGrid({ onSaved, onRefused }: GridNews) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changes: SentChange[]) => forDesk(client, call(bulkProducts.change, { body: { changes } })),
    onSuccess: async (changed) => {
      toast({ title: changed.length === 1 ? 'Product updated' : `${changed.length} products updated` })
      onSaved()
      await refreshProducts(client)
    },
    onError: async (failure, sent) => {
      sayFailure('Error updating product', failure)
      const problems = failure instanceof ApiFailure ? (failure.refusal.problems ?? []) : []
      if (problems.length === 0) return
      await refreshProducts(client)
      onRefused(problemsAtCells(problems, sent), client.getQueryData(deskProductsQuery.queryKey) ?? [])
    },
  })
}
