import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Page, pages, type SavedPage } from '#contract/pages.ts'
import { call } from '#web/api/call.ts'
import { invalidate } from '#web/api/query.ts'
import { toast } from '#web/ui/toast-store.ts'
import { changeOf } from '../shared/meanwhile.ts'
import { toastFailure } from '../shared/toast-failure.ts'
import type { SentPage } from './page-draft.ts'

type Saving = { page: SentPage; loaded: SentPage }

/** Adds a page, or changes the one that was opened; `onSaved` hears what was kept of it. */
export function useSavePage(
  opened: Page | null,
  { onSaved }: { onSaved: (page: SavedPage) => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sent: Saving) => save(opened, sent),
    onSuccess: async (saved) => {
      toast({ title: opened ? 'Page updated' : 'Page created' })
      onSaved(saved)
      await invalidate(client, pages.list)
    },
    onError: (failure) =>
      toastFailure(opened ? 'Error updating page' : 'Error creating page', failure),
  })
}

export function useDeletePage({ onDeleted }: { onDeleted: () => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Page) => call(pages.delete, { params: { id: String(id) } }),
    onSuccess: async () => {
      toast({ title: 'Page deleted' })
      await invalidate(client, pages.list)
      onDeleted()
    },
    onError: (failure) => toastFailure('Error deleting page', failure),
  })
}

/** A new page is published by the shop; only an opened one has a switch for it. */
function save(opened: Page | null, { page, loaded }: Saving): Promise<SavedPage> {
  const { isActive: _, ...draft } = page
  if (!opened) return call(pages.create, { body: draft })
  return call(pages.update, { params: { id: String(opened.id) }, body: changeOf(loaded, page) })
}
