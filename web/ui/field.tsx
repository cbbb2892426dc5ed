import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export type FieldWiring = {
  id: string
  required: boolean
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  className?: string
}

/** A label, any input, a hint and an error, wired together: `<Field label="Unit">{(wiring) => <select {...wiring} />}</Field>`. */
export function Field({
  label,
  hint,
  error,
  required = false,
  className,
  children,
}: FieldProps & { children: (wiring: FieldWiring) => ReactNode }) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {!required && <span className="font-normal text-bark-deep"> (optional)</span>}
      </label>
      {children({
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-[0.9375rem] text-bark-deep">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-[0.9375rem] font-semibold text-beet">
          {error}
        </p>
      )}
    </div>
  )
}

export const inputLook =
  'w-full rounded-xl border-[1.5px] border-bark bg-white px-3.5 text-base text-soil placeholder:text-bark-deep disabled:bg-paper disabled:text-bark-deep aria-invalid:border-beet'

export function TextField({
  label,
  hint,
  error,
  required,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>) {
  return (
    <Field {...given({ label, hint, error, required, className })}>
      {(wiring) => <input {...input} {...wiring} className={classNames('h-12', inputLook)} />}
    </Field>
  )
}

export function TextAreaField({
  label,
  hint,
  error,
  required,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>) {
  return (
    <Field {...given({ label, hint, error, required, className })}>
      {(wiring) => (
        <textarea
          rows={3}
          {...input}
          {...wiring}
          className={classNames('min-h-24 py-2.5', inputLook)}
        />
      )}
    </Field>
  )
}

export function SelectField({
  label,
  hint,
  error,
  required,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<'select'>, keyof FieldProps>) {
  return (
    <Field {...given({ label, hint, error, required, className })}>
      {(wiring) => <select {...input} {...wiring} className={classNames('h-12', inputLook)} />}
    </Field>
  )
}

type Loose<T> = { [K in keyof T]: T[K] | undefined }

function given({
  label,
  hint,
  error,
  required,
  className,
}: Loose<FieldProps> & { label: string }): FieldProps {
  return {
    label,
    hint,
    error,
    ...(required === undefined ? {} : { required }),
    ...(className ? { className } : {}),
  }
}
