import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Page, pageDraft, pages, type SavedPage } from '#contract/pages.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { ChangeQuestion, type QuestionProps } from '../shared/change-question.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { formatHtml, formatText } from '../shared/format-value.ts'
import { History } from '../shared/history.tsx'
import { changeOf } from '../shared/meanwhile.ts'
import { type Contested, MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import { useChange } from '../shared/use-change.ts'
import { openedPage, PAGE_HISTORY_LABELS, readPage, type SentPage } from './page-draft.ts'
import { PageFields } from './page-fields.tsx'
import { PageVersions } from './page-versions.tsx'

type PageDialogProps = DialogProps & { page: Page | null; onSaved: (page: SavedPage) => void }

export function PageDialog({ page, onSaved, ...dialog }: PageDialogProps) {
  const [chosenCount, setChosenCount] = useState(0)
  const done = (saved: SavedPage) => {
    onSaved(saved)
    dialog.onClose()
  }
  const { typed, setTyped, form, errors, submit, isTouched, isSaving, question } = useEditForm({
    first: openedPage(page),
    read: readPage,
    check: pageDraft.safeParse,
    save: useSavePage(page, done),
  })
  const taken = useTakenSlugs(page)
  return (
    <FormDialog
      {...dialog}
      isTouched={isTouched}
      title={page ? 'Edit Page' : 'Create Page'}
      place="wide"
      form={form}
      onSubmit={submit}
      save={{ label: page ? 'Save Changes' : 'Create Page', busy: isSaving }}
      below={
        <>
          {page && <PageVersions page={page} isTouched={isTouched} onSaved={done} />}
          {page && (
            <History subject="page" id={page.id} labels={PAGE_HISTORY_LABELS} className="mt-6" />
          )}
          <MeanwhileQuestion
            contested={CONTESTED}
            {...question}
            onSave={(chosen) => {
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

function useSavePage(opened: Page | null, onDone: (page: SavedPage) => void) {
  return useChange({
    send: ({ draft, loaded }: Saving<SentPage>): Promise<SavedPage> => {
      if (opened) {
        const body = changeOf(loaded, draft)
        return call(pages.update, { params: { id: String(opened.id) }, body })
      }
      // A new page is published by the shop; only an opened one has a switch for it.
      const { isActive: _, ...body } = draft
      return call(pages.create, { body })
    },
    done: opened ? 'Page updated' : 'Page created',
    failed: opened ? 'Error updating page' : 'Error creating page',
    refreshes: [pages.list],
    onDone,
  })
}

function useTakenSlugs(page: Page | null): ReadonlySet<string> {
  const { data = [] } = useQuery(query(pages.list))
  return new Set(data.filter(({ id }) => id !== page?.id).map(({ slug }) => slug))
}

export function DeletePageDialog({
  page: { id, title },
  ...dialog
}: QuestionProps & { page: Page }) {
  return (
    <ChangeQuestion
      {...dialog}
      title="Are you sure you want to delete this page?"
      send={() => call(pages.delete, { params: { id: String(id) } })}
      done="Page deleted"
      failed="Error deleting page"
      refreshes={[pages.list]}
    >
      <strong>{title}</strong> will leave the shop for good. To hide it for a while, make it a draft
      instead.
    </ChangeQuestion>
  )
}
