import { ApiFailure } from '#web/api/request.ts'

/** One sentence for each field that is wrong, by its path in what is sent, such as `ingredients.0.name`. */
export type FieldErrors = Record<string, string>

type Checked = { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }

export function errorsIn(checked: Checked): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of checked.error?.issues ?? []) errors[path.join('.')] ??= message
  return errors
}

export function refusedFields(failure: Error | null): FieldErrors {
  if (!(failure instanceof ApiFailure) || failure.refusal.field === undefined) return {}
  return { [failure.refusal.field]: failure.refusal.message }
}

export function focusFirst(form: HTMLElement | null, errors: FieldErrors): void {
  // The visual editor is no form control, so it carries its name beside it.
  const fields = Array.from(form?.querySelectorAll<HTMLElement>('[name], [data-name]') ?? [])
  fields.find((field) => Object.hasOwn(errors, field.getAttribute('name') ?? field.dataset.name ?? ''))?.focus()
}
