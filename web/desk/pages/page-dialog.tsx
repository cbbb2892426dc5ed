import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { type Page, pages, type SavedPage } from '#contract/pages.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type FieldErrors, focusFirst, refusedFields, useLoaded } from '../shared/form-errors.ts'
import { formatHtml, formatText } from '../shared/format-value.ts'
import { History } from '../shared/history.tsx'
import { LeaveQuestion } from '../shared/leave-question.tsx'
import { type Contested, MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import {
  checkPage,
  isChanged,
  loadedPage,
  openedPage,
  PAGE_HISTORY_LABELS,
  type SentPage,
  type TypedPage,
} from './page-draft.ts'
import { PageFields } from './page-fields.tsx'
import { useDeletePage, useSavePage } from './save-page.ts'

type PageDialogProps = { page: Page | null; open: boolean; onClose: () => void; onSaved: (page: SavedPage) => void }

export function PageDialog({ page, open, onClose, onSaved }: PageDialogProps) {
  const formId = useId()
  const [typed, setTyped] = useState(() => openedPage(page))
  const [chosenCount, setChosenCount] = useState(0)
  const [isLeaving, setLeaving] = useState(false)
  const { form, errors, submit, isSaving, question } = usePageForm(page, (saved) => {
    onSaved(saved)
    onClose()
  })
  const taken = useTakenSlugs(page)
  const leave = () => (isChanged(typed, page) ? setLeaving(true) : onClose())
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && leave()}
      title={page ? 'Edit Page' : 'Create Page'}
      place="wide"
      footer={<SaveButton formId={formId} isNew={!page} busy={isSaving} />}
    >
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit(typed)
        }}
      >
        <PageFields
          // The visual editor begins with what it is given; it begins anew with what was chosen.
          key={chosenCount}
          page={page}
          typed={typed}
          taken={taken}
          errors={errors}
          onType={(change) => setTyped((before) => ({ ...before, ...change }))}
        />
      </form>
      {page && (
        <div className="mt-6">
          <History subject="page" id={String(page.id)} labels={PAGE_HISTORY_LABELS} />
        </div>
      )}
      <MeanwhileQuestion
        contested={CONTESTED}
        typed={typed}
        {...question}
        onSave={(chosen) => {
          setTyped(chosen)
          setChosenCount((count) => count + 1)
          question.onSave(chosen)
        }}
      />
      <LeaveQuestion open={isLeaving} onOpenChange={setLeaving} onLeave={onClose} />
    </Dialog>
  )
}

const CONTESTED: readonly Contested[] = [
  { field: 'title', label: 'Title', format: formatText },
  { field: 'slug', label: 'Slug', format: formatText },
  { field: 'metaDescription', label: 'Meta description', format: formatText },
  { field: 'isActive', label: 'Published', format: (isActive) => (isActive ? 'Published' : 'Draft') },
  { field: 'content', label: 'Content', format: formatHtml },
]

const NEW_PAGE: SentPage = { title: '', slug: '', metaDescription: '', content: '', isActive: true }

function usePageForm(page: Page | null, onSaved: (page: SavedPage) => void) {
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<FieldErrors>({})
  const save = useSavePage(page, { onSaved })
  const { loaded, meanwhile, see } = useLoaded(page ? loadedPage(page) : NEW_PAGE, save.error)
  const submit = (typed: TypedPage, known = loaded) => {
    const checked = checkPage(typed)
    setWrong('errors' in checked ? checked.errors : {})
    save.reset()
    if ('errors' in checked) focusFirst(form.current, checked.errors)
    else
      save.mutate(
        { page: checked.sent, loaded: known },
        { onError: (failure) => focusFirst(form.current, refusedFields(failure)) },
      )
  }
  const question = { meanwhile, onBack: save.reset, onSave: (chosen: TypedPage) => submit(chosen, see()) }
  return { form, submit, question, errors: { ...refusedFields(save.error), ...wrong }, isSaving: save.isPending }
}

function useTakenSlugs(page: Page | null): ReadonlySet<string> {
  const { data = [] } = useQuery(query(pages.list))
  return new Set(data.filter(({ id }) => id !== page?.id).map(({ slug }) => slug))
}

function SaveButton({ formId, isNew, busy }: { formId: string; isNew: boolean; busy: boolean }) {
  const labels = isNew ? 'Publish Page' : 'Save Changes'
  return (
    <Button type="submit" form={formId} size="lg" busy={busy} className="w-full">
      {busy ? 'Saving…' : labels}
    </Button>
  )
}

type DeletePageDialogProps = {
  page: Page
  open: boolean
  onClose: () => void
  focusElse: RefObject<HTMLElement | null>
}

export function DeletePageDialog({ page, open, onClose, focusElse }: DeletePageDialogProps) {
  const deletion = useDeletePage({ onDeleted: onClose })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Are you sure you want to delete this page?"
      confirmLabel={deletion.isPending ? 'Deleting…' : 'Delete'}
      onConfirm={() => deletion.mutate(page)}
      busy={deletion.isPending}
      focusElse={focusElse}
    >
      <strong>{page.title}</strong> will leave the shop for good. To hide it for a while, make it a draft instead.
    </ConfirmDialog>
  )
}
