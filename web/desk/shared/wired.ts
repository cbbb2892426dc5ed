import type { FieldErrors } from './checked-form.ts'

export type WiredProps<Typed> = {
  typed: Typed
  onType: (typed: Typed) => void
  errors: FieldErrors
  /** The path of these fields in what is sent, such as `ingredients.0.`; empty when they are sent alone. */
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
