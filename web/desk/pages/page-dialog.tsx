import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { type Page, pages, type SavedPage } from '#contract/pages.ts'
import { query } from '#web/api/query.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useCheckedForm } from '../shared/checked-form.ts'
import { FormDialog, SaveButton } from '../shared/form-dialog.tsx'
import { formatHtml, formatText } from '../shared/format-value.ts'
import { History } from '../shared/history.tsx'
import { useLoaded } from '../shared/meanwhile.ts'
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

type PageDialogProps = {
  page: Page | null
  open: boolean
  onClose: () => void
  onSaved: (page: SavedPage) => void
}

export function PageDialog({ page, open, onClose, onSaved }: PageDialogProps) {
  const [typed, setTyped] = useState(() => openedPage(page))
  const [chosenCount, setChosenCount] = useState(0)
  const { form, errors, submit, isSaving, question } = usePageForm(page, (saved) => {
    onSaved(saved)
    onClose()
  })
  const taken = useTakenSlugs(page)
  return (
    <FormDialog
      open={open}
      isTouched={() => isChanged(typed, page)}
      onClose={onClose}
      title={page ? 'Edit Page' : 'Create Page'}
      place="wide"
      form={form}
      onSubmit={() => submit(typed)}
      footer={(formId) => (
        <SaveButton
          formId={formId}
          label={page ? 'Save Changes' : 'Publish Page'}
          busy={isSaving}
        />
      )}
      below={
        <>
          {page && (
            <History
              subject="page"
              id={String(page.id)}
              labels={PAGE_HISTORY_LABELS}
              className="mt-6"
            />
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
        </>
      }
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
    </FormDialog>
  )
}

const CONTESTED: readonly Contested[] = [
  { field: 'title', label: 'Title', format: formatText },
  { field: 'slug', label: 'Slug', format: formatText },
  { field: 'metaDescription', label: 'Meta description', format: formatText },
  {
    field: 'isActive',
    label: 'Published',
    format: (isActive) => (isActive ? 'Published' : 'Draft'),
  },
  { field: 'content', label: 'Content', format: formatHtml },
]

const NEW_PAGE: SentPage = { title: '', slug: '', metaDescription: '', content: '', isActive: true }

function usePageForm(page: Page | null, onSaved: (page: SavedPage) => void) {
  const save = useSavePage(page, { onSaved })
  const { loaded, meanwhile, see } = useLoaded(page ? loadedPage(page) : NEW_PAGE, save.error)
  const { form, send, errors } = useCheckedForm(save)
  const submit = (typed: TypedPage, known = loaded) => {
    const { sent, errors } = checkPage(typed)
    send(errors, { page: sent, loaded: known })
  }
  const question = {
    meanwhile,
    onBack: save.reset,
    onSave: (chosen: TypedPage) => submit(chosen, see()),
  }
  return { form, submit, question, errors, isSaving: save.isPending }
}

function useTakenSlugs(page: Page | null): ReadonlySet<string> {
  const { data = [] } = useQuery(query(pages.list))
  return new Set(data.filter(({ id }) => id !== page?.id).map(({ slug }) => slug))
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
      <strong>{page.title}</strong> will leave the shop for good. To hide it for a while, make it a
      draft instead.
    </ConfirmDialog>
  )
}
