import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

type FieldWiring = {
  id: string
  required: boolean
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldProps = {
  /** Needed where a root other than the server's takes over the markup. */
  id?: string | undefined
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  className?: string | undefined
}

/**
 * Wires label, input, hint and error together: `<Field label="Unit">{(wiring) => <select
 * {...wiring} />}</Field>`.
 */
export function Field({
  id: given,
  label,
  hint,
  error,
  required = false,
  className,
  children,
}: FieldProps & { children: (wiring: FieldWiring) => ReactNode }) {
  const made = useId()
  const id = given ?? made
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
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

/** Nothing where nothing is wrong. */
export function FieldError({ className, children, ...error }: ComponentProps<'p'>) {
  if (!children) return null
  return (
    <p {...error} className={classNames('text-[0.9375rem] font-semibold text-beet', className)}>
      {children}
    </p>
  )
}

export function namesOf(things: readonly { id: number; name: string }[]): Options {
  return things.map(({ id, name }) => [id, name])
}

export const inputLook =
  'w-full rounded-xl border-[1.5px] border-bark bg-field px-3.5 text-base text-soil placeholder:text-bark-deep disabled:bg-paper disabled:text-bark-deep aria-invalid:border-beet'

type ControlProps<Tag extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<ComponentProps<Tag>, keyof FieldProps>

function divided<Props extends FieldProps>(props: Props) {
  const { id, label, hint, error, required, className, ...control } = props
  return [{ id, label, hint, error, required, className }, control] as const
}

export function TextField(props: ControlProps<'input'>) {
  const [field, input] = divided(props)
  return (
    <Field {...field}>
      {(wiring) => (
        <input
          autoComplete="off"
          {...input}
          {...wiring}
          className={classNames('h-12', inputLook)}
        />
      )}
    </Field>
  )
}

export function TextAreaField(props: ControlProps<'textarea'>) {
  const [field, input] = divided(props)
  const look = classNames('min-h-24 py-2.5', inputLook)
  return (
    <Field {...field}>
      {(wiring) => <textarea rows={3} {...input} {...wiring} className={look} />}
    </Field>
  )
}

type Options = readonly (readonly [value: string | number, label: string])[]

export function SelectField({
  options = [],
  children,
  ...props
}: ControlProps<'select'> & { options?: Options }) {
  const [field, input] = divided(props)
  return (
    <Field {...field}>
      {(wiring) => (
        <span className="relative block">
          <select
            {...input}
            {...wiring}
            className={classNames('h-12 appearance-none pr-12', inputLook)}
          >
            {children}
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <span className="pointer-events-none absolute inset-y-0 right-0 grid w-11 place-items-center text-bark-deep">
            <ChevronDown aria-hidden="true" className="size-5" />
          </span>
        </span>
      )}
    </Field>
  )
}
