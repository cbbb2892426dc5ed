import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import {
  bulkProducts,
  type ImportedList,
  type ImportedRow,
} from '#contract/products/bulk-products.ts'
import { ownCategories } from '#contract/products/own-categories.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/request.ts'
import { readTextFile } from '#web/desk/shared/people-import.tsx'
import { readAgain, toastFailure } from '#web/desk/shared/use-change.ts'
import { toast } from '#web/ui/toast-store.ts'
import { PRODUCT_LISTS } from '../products-query.ts'

type Body = InputOf<typeof bulkProducts.import>['body']
type Reading = Pick<Body, 'columns' | 'twins' | 'renames' | 'categories'>
type ImportRequest = Reading & { name: string; csv: string }
type LookedAt = ImportRequest & { list: ImportedList }

const APPLYING = [bulkProducts.import.path, 'apply']

/** Previews a file first, then applies exactly what was previewed. */
export function useImport({ onApplied }: { onApplied: () => void }) {
  const client = useQueryClient()
  const look = useMutation({
    mutationFn: async (request: File | ImportRequest): Promise<LookedAt> => {
      const { name, ...body } =
        request instanceof File ? { name: request.name, csv: await readTextFile(request) } : request
      const list = await call(bulkProducts.import, { body })
      return { name, ...body, list }
    },
  })
  const apply = useMutation({
    mutationKey: APPLYING,
    mutationFn: ({ name: _, list: { plan, rows }, ...read }: LookedAt) => {
      const skip = countRows(rows).refused > 0 ? { skipRefused: true } : {}
      return call(bulkProducts.import, { body: { ...read, plan, apply: true, ...skip } })
    },
    onSuccess: async ({ rows }) => {
      const { created, updated } = countRows(rows)
      toast({ title: 'Products imported', description: `${created} added, ${updated} changed.` })
      onApplied()
      await readAgain(client, [ownCategories.list, ...PRODUCT_LISTS])
    },
    onError: (failure, { list: _, ...request }) => {
      toastFailure('Nothing was imported', failure)
      if (failure instanceof ApiFailure && failure.status === 409) look.mutate(request)
    },
  })
  const lookAgain = ({ list: _, ...request }: LookedAt, how: Reading) =>
    look.mutate({ ...request, ...how })
  // A second tap may come before the button is drawn as busy.
  const applyOnce = (seen: LookedAt) =>
    client.isMutating({ mutationKey: APPLYING }) > 0 || apply.mutate(seen)
  return { look, applyOnce, isApplying: apply.isPending, readAgain: lookAgain }
}

export function countRows(rows: readonly ImportedRow[]): Record<ImportedRow['outcome'], number> {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}
