import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Page, pages, type SavedPage } from '#contract/pages.ts'
import { ApiFailure, call, sentenceOf } from '#web/api/call.ts'
import { toast } from '#web/ui/toast-store.ts'
import { forDesk } from '../session/desk-session.ts'
import { deskPagesQuery } from './desk-pages-query.ts'
import { type FieldErrors, isField, type SentPage } from './page-draft.ts'

/** Adds a page, or changes the one that was opened; `onSaved` hears what was kept of it. */
export function useSavePage(opened: Page | null, { onSaved }: { onSaved: (page: SavedPage) => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (page: SentPage) => forDesk(client, save(opened, page)),
    onSuccess: async (saved) => {
      toast({ title: opened ? 'Page updated' : 'Page created' })
      onSaved(saved)
      await client.invalidateQueries({ queryKey: deskPagesQuery.queryKey })
    },
    onError: (failure) => sayFailure(opened ? 'Error updating page' : 'Error creating page', failure),
  })
}

/** Takes a page out of the shop. */
export function useDeletePage({ onDeleted }: { onDeleted: () => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Page) => forDesk(client, call(pages.delete, { params: { id: String(id) } })),
    onSuccess: async () => {
      toast({ title: 'Page deleted' })
      await client.invalidateQueries({ queryKey: deskPagesQuery.queryKey })
      onDeleted()
    },
    onError: (failure) => sayFailure('Error deleting page', failure),
  })
}

/** The sentence for the field a refusal speaks of. */
export function refusedFields(failure: Error | null): FieldErrors {
  if (!(failure instanceof ApiFailure) || !isField(failure.refusal.field)) return {}
  return { [failure.refusal.field]: failure.refusal.message }
}

/** A new page is published by the shop; only an opened one has a switch for it. */
function save(opened: Page | null, { isActive, ...page }: SentPage): Promise<SavedPage> {
  if (!opened) return call(pages.create, { body: page })
  return call(pages.update, { params: { id: String(opened.id) }, body: { ...page, isActive } })
}

function sayFailure(title: string, failure: Error): void {
  toast({ variant: 'destructive', title, description: sentenceOf(failure) })
}
