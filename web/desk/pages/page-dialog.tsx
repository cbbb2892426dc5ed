import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PAGE_FIELDS, type Page, pageDraft, pages, type SavedPage } from '#contract/pages.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { ChangeQuestion, type QuestionProps } from '../shared/change-question.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { EditDialog, historyOf } from '../shared/form-fields.tsx'
import { History } from '../shared/history.tsx'
import { changeOf } from '../shared/meanwhile.ts'
import { useChange } from '../shared/use-change.ts'
import { openedPage, readPage } from './page-draft.ts'
import { PageFields } from './page-fields.tsx'
import { PageVersions } from './page-versions.tsx'

type PageDialogProps = DialogProps & { page: Page | null; onSaved: (page: SavedPage) => void }

export function PageDialog({ page, onSaved, ...dialog }: PageDialogProps) {
  const [chosenCount, setChosenCount] = useState(0)
  const done = (saved: SavedPage) => {
    onSaved(saved)
    dialog.onClose()
  }
  const edit = useEditForm({
    first: openedPage(page),
    read: readPage,
    check: pageDraft.safeParse,
    save: useSavePage(page, done),
  })
  const { typed, setTyped, errors, isTouched, question } = edit
  const taken = useTakenSlugs(page)
  const onSave = (chosen: typeof typed) => {
    setChosenCount((count) => count + 1)
    question.onSave(chosen)
  }
  return (
    <EditDialog
      {...dialog}
      title={page ? 'Edit Page' : 'Create Page'}
      place="wide"
      edit={{ ...edit, question: { ...question, onSave } }}
      fields={PAGE_FIELDS}
      formats={{ isActive: (isActive) => (isActive ? 'Published' : 'Draft') }}
      save={page ? 'Save Changes' : 'Create Page'}
      below={
        page && (
          <>
            <PageVersions page={page} isTouched={isTouched} onSaved={done} />
            <History subject="page" id={page.id} labels={historyOf(PAGE_FIELDS)} className="mt-6" />
          </>
        )
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
    </EditDialog>
  )
}

function useSavePage(opened: Page | null, onDone: (page: SavedPage) => void) {
  return useChange({
    send: ({ draft, loaded }: Saving<ReturnType<typeof readPage>>): Promise<SavedPage> => {
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
