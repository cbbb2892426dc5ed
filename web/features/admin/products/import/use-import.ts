import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bulkProducts, type ImportedList } from '#contract/bulk-products.ts'
import { ApiFailure, call } from '#web/api/call.ts'
import { toast } from '#web/ui/toast-store.ts'
import { sayFailure } from '../../say-failure.ts'
import { forDesk } from '../../session/desk-session.ts'
import { refreshProducts } from '../save-product.ts'
import { countRows } from './count-rows.ts'
import { readTextFile } from './read-text-file.ts'

/** A file the farmer chose, and what the shop says it would do. */
export type LookedAt = { name: string; csv: string; list: ImportedList }

/** Looks at a file first, and applies exactly what was looked at. */
export function useImport({ onApplied }: { onApplied: () => void }) {
  const client = useQueryClient()
  const look = useMutation({
    mutationFn: async (file: File): Promise<LookedAt> => {
      const csv = await readTextFile(file)
      const list = await forDesk(client, call(bulkProducts.import, { body: { csv } }))
      return { name: file.name, csv, list }
    },
  })
  const apply = useMutation({
    mutationFn: ({ csv, list: { plan } }: LookedAt) =>
      forDesk(client, call(bulkProducts.import, { body: { csv, plan, apply: true } })),
    onSuccess: async ({ rows }) => {
      const { created, updated } = countRows(rows)
      toast({ title: 'Products imported', description: `${created} added, ${updated} changed.` })
      onApplied()
      await refreshProducts(client)
    },
    onError: (failure, { name, csv }) => {
      sayFailure('Nothing was imported', failure)
      if (failure instanceof ApiFailure && failure.status === 409) look.mutate(new File([csv], name))
    },
  })
  return { look, apply }
}
