import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { analytics } from '#contract/money/analytics.ts'
import { deskProducts } from '#contract/products/desk-products.ts'
import { products } from '#contract/products/products.ts'
import { stockCount } from '#contract/products/stock-count.ts'
import {
  type MovedStock,
  type StockActionDraft,
  stockJournal,
} from '#contract/products/stock-journal.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { toast } from '#web/ui/toast-store.ts'
import { readAgain } from '../shared/read-again.ts'
import { toastFailure } from '../shared/toast-failure.ts'
import { formatStockAction } from './movement-text.ts'

export function refreshStock(client: QueryClient): Promise<void> {
  return readAgain(client, [products.list, deskProducts.list, stockCount.show, analytics.dashboard])
}

type StockedProduct = { id: number; name: string }

export function useStockAction({ id, name }: StockedProduct, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: StockActionDraft) =>
      call(stockJournal.record, { params: { id: String(id) }, body }),
    onSuccess: async (moved) => {
      onDone()
      toast({
        title: formatStockAction(moved.movement, name),
        description: `${moved.stock} for sale now.`,
        action: { label: 'Undo', run: () => void undoMove(client, moved.movement.id) },
      })
      await refreshStock(client)
    },
    onError: (failure) => toastFailure('Not saved', failure),
  })
}

export async function undoMove(client: QueryClient, movementId: number): Promise<void> {
  try {
    const moved: MovedStock = await call(stockJournal.undo, {
      params: { id: String(movementId) },
      body: { id: newUuid() },
    })
    toast({ title: 'Undone', description: `${moved.stock} for sale now.` })
  } catch (failure) {
    toastFailure('Not undone', failure instanceof Error ? failure : new Error(String(failure)))
  }
  await refreshStock(client)
}
