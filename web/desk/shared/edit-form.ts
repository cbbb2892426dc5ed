import type { UseMutationResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { changedFields } from '#contract/changed-fields.ts'
import { ApiFailure } from '#web/api/request.ts'
import { useDraft } from './dialog-at.tsx'
import { conflictIn } from './edit-conflict.ts'

export type Saving<Draft> = { draft: Draft; loaded: Draft }

type EditForm<Typed, Draft, Answer> = {
  first: Typed
  read: (typed: Typed) => Draft
  check: (draft: Draft) => Checked
  save: UseMutationResult<Answer, Error, Saving<Draft>>
}

/**
 * A form for something that exists. It checks what was typed, and asks about conflicts with newer
 * saves.
 */
export function useEditForm<Typed extends object, Draft extends object, Answer>(
  options: EditForm<Typed, Draft, Answer>,
) {
  const { first, read, check, save } = options
  // A draft includes what it was typed over, so others' changes since then are asked about.
  const [opened] = useDraft('opened', first)
  const [typed, setTyped] = useDraft('typed', first)
  const [loaded, setLoaded] = useState(() => read(opened))
  const conflict = conflictIn(save.error)
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
        // The newer values were asked about, so they count as loaded.
        const seen = { ...loaded, ...Object.fromEntries(conflict) }
        setTyped(chosen)
        setLoaded(seen)
        submit(read(chosen), seen)
      },
    },
  }
}

/** One message per bad field, by its path in what is sent, such as `ingredients.0.name`. */
export type FieldErrors = Record<string, string>

type Checked = {
  success: boolean
  error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined
}

export function errorsIn(checked: Checked): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of checked.error?.issues ?? []) errors[path.join('.')] ??= message
  return errors
}

function refusedFields(failure: Error | null): FieldErrors {
  if (!(failure instanceof ApiFailure) || failure.refusal.field === undefined) return {}
  return { [failure.refusal.field]: failure.refusal.message }
}

export function focusFirst(form: HTMLElement | null, errors: object): void {
  // The visual editor isn't a form control, so its name is in `data-name`.
  const fields = Array.from(form?.querySelectorAll<HTMLElement>('[name], [data-name]') ?? [])
  fields
    .find((field) => Object.hasOwn(errors, field.getAttribute('name') ?? field.dataset.name ?? ''))
    ?.focus()
}

export function useCheckedForm<Answer, Sent>(save: UseMutationResult<Answer, Error, Sent>) {
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<FieldErrors>({})
  const send = (errors: FieldErrors, sent: Sent | undefined) => {
    setWrong(errors)
    save.reset()
    if (sent === undefined || Object.keys(errors).length > 0) focusFirst(form.current, errors)
    else
      save.mutate(sent, { onError: (failure) => focusFirst(form.current, refusedFields(failure)) })
  }
  const forgetErrors = () => setWrong({})
  const forgetError = (field: string) => setWrong((known) => ({ ...known, [field]: '' }))
  const errors: FieldErrors = { ...refusedFields(save.error), ...wrong }
  /** Reads a field without state, such as a password. */
  const textOf = (name: string) => String(new FormData(form.current ?? undefined).get(name) ?? '')
  const secret = (name: string) => {
    return { name, error: errors[name], onInput: () => forgetError(name) }
  }
  /** Ties the form's fields to what is typed in them, which takes the messages off. */
  const wires = <Typed>(typed: Typed, setTyped: (typed: Typed) => void) => ({
    typed,
    errors,
    onType: (next: Typed) => {
      forgetErrors()
      setTyped(next)
    },
  })
  /** The same for a single field. */
  const field = (name: string, value: string, setValue: (value: string) => void) => ({
    name,
    value,
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      forgetError(name)
      setValue(target.value)
    },
  })
  return { form, send, errors, forgetErrors, forgetError, wires, field, textOf, secret }
}

export type WiredProps<Typed> = {
  typed: Typed
  onType: (typed: Typed) => void
  errors: FieldErrors
  /** The prefix of these fields in what is sent, such as `ingredients.0.`; empty if sent alone. */
  path?: string
}

/** Ties fields to what is typed in them: `<TextField label="Name" {...wired('name')} />`. */
export function wiredTo<Typed extends object>(form: WiredProps<Typed>) {
  const { typed, onType, errors, path = '' } = form
  return <Name extends keyof Typed & string>(name: Name) => ({
    name: path + name,
    value: typed[name],
    error: errors[path + name],
    onChange: ({ target }: { target: { value: string } }) =>
      onType({ ...typed, [name]: target.value }),
  })
}
