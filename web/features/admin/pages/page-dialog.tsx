import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import type { Page, SavedPage } from '#contract/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { History } from '../history/history.tsx'
import { LeaveQuestion } from '../leave-question.tsx'
import { deskPagesQuery } from './desk-pages-query.ts'
import { checkPage, type FieldErrors, isChanged, openedPage } from './page-draft.ts'
import { PageFields } from './page-fields.tsx'
import { PAGE_HISTORY_WORDS } from './page-history-words.ts'
import { refusedFields, useSavePage } from './save-page.ts'

type PageDialogProps = { page: Page | null; open: boolean; onClose: () => void; onSaved: (page: SavedPage) => void }

/** The form for a new page, or for the one that was opened; it stays, with all that was typed, until the shop has said yes. */
export function PageDialog({ page, open, onClose, onSaved }: PageDialogProps) {
  const formId = useId()
  const [typed, setTyped] = useState(() => openedPage(page))
  const [isLeaving, setLeaving] = useState(false)
  const { form, errors, submit, isSaving } = usePageForm(page, (saved) => {
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
          page={page}
          typed={typed}
          taken={taken}
          errors={errors}
          onType={(change) => setTyped((before) => ({ ...before, ...change }))}
        />
      </form>
      {page && (
        <div className="mt-6">
          <History subject="page" id={String(page.id)} words={PAGE_HISTORY_WORDS} />
        </div>
      )}
      <LeaveQuestion open={isLeaving} onOpenChange={setLeaving} onLeave={onClose} />
    </Dialog>
  )
}

/** Checks and sends the form; the first field that is wrong gets the focus. */
function usePageForm(page: Page | null, onSaved: (page: SavedPage) => void) {
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<FieldErrors>({})
  const save = useSavePage(page, { onSaved })
  const submit = (typed: Parameters<typeof checkPage>[0]) => {
    const checked = checkPage(typed, page)
    setWrong('errors' in checked ? checked.errors : {})
    save.reset()
    if ('errors' in checked) focusField(form, Object.keys(checked.errors))
    else save.mutate(checked.sent, { onError: (failure) => focusField(form, Object.keys(refusedFields(failure))) })
  }
  return { form, submit, errors: { ...refusedFields(save.error), ...wrong }, isSaving: save.isPending }
}

function useTakenSlugs(page: Page | null): ReadonlySet<string> {
  const { data = [] } = useQuery(deskPagesQuery)
  return new Set(data.filter(({ id }) => id !== page?.id).map(({ slug }) => slug))
}

function SaveButton({ formId, isNew, busy }: { formId: string; isNew: boolean; busy: boolean }) {
  const words = isNew ? 'Publish Page' : 'Save Changes'
  return (
    <Button type="submit" form={formId} size="lg" busy={busy} className="w-full">
      {busy ? 'Saving…' : words}
    </Button>
  )
}

/** The visual editor is no form control, so it carries its name beside it. */
function focusField(form: RefObject<HTMLFormElement | null>, names: string[]): void {
  const fields = Array.from(form.current?.querySelectorAll<HTMLElement>('[name], [data-name]') ?? [])
  fields.find((field) => names.includes(field.getAttribute('name') ?? field.dataset.name ?? ''))?.focus()
}
