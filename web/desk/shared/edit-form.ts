import type { UseMutationResult } from '@tanstack/react-query'
import { changedFields } from '#contract/changed-fields.ts'
import { type Checked, errorsIn, useCheckedForm } from './checked-form.ts'
import { useLoaded } from './edit-conflict.ts'
import { useDraft } from './use-draft.ts'

export type Saving<Draft> = { draft: Draft; loaded: Draft }

type EditForm<Typed, Draft, Answer> = {
  first: Typed
  read: (typed: Typed) => Draft
  check: (draft: Draft) => Checked
  save: UseMutationResult<Answer, Error, Saving<Draft>>
}

/** A form over what is there. It checks what was typed, and asks about conflicts with newer saves. */
export function useEditForm<Typed extends object, Draft extends object, Answer>(
  options: EditForm<Typed, Draft, Answer>,
) {
  const { first, read, check, save } = options
  // A draft includes what it was typed over, so others' changes since then are asked about.
  const [opened] = useDraft('opened', first)
  const [typed, setTyped] = useDraft('typed', first)
  const { loaded, conflict, rebase } = useLoaded(read(opened), save.error)
  const { form, send, errors } = useCheckedForm(save)
  const submit = (draft: Draft, known: Draft) =>
    send(errorsIn(check(draft)), { draft, loaded: known })
  return {
    form,
    typed,
    setTyped,
    errors,
    wires: { typed, onType: setTyped, errors },
    isSaving: save.isPending,
    isTouched: () => Object.keys(changedFields(opened, typed)).length > 0,
    submit: () => submit(read(typed), loaded),
    question: {
      typed,
      conflict,
      onBack: save.reset,
      onSave: (chosen: Typed) => {
        setTyped(chosen)
        submit(read(chosen), rebase())
      },
    },
  }
}
