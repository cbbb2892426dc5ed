import type { ComponentProps, ReactNode } from 'react'
import type { z } from 'zod/mini'
import { keysOf } from '#contract/changed-fields.ts'
import type { Field, Fields } from '#contract/fields.ts'
import { typedNumber } from '#contract/text/typed-numbers.ts'
import { readMonthDay, typedMonthDay } from '#contract/time/month-day.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import type { DialogProps } from './dialog-at.tsx'
import { EditConflictQuestion } from './edit-conflict-question.tsx'
import { type useEditForm, type WiredProps, wiredTo } from './edit-form.ts'
import { FormDialog } from './form-dialog.tsx'
import { formatDollarsOrNone, formatHtml, formatText } from './format-value.ts'
import { formatPlain, type HistoryLabels } from './history.tsx'

export type TypedFields<Table extends Fields> = {
  [Name in keyof Table]: Table[Name]['kind'] extends 'switch' ? boolean : string
}

type SentFields<Table extends Fields> = { [Name in keyof Table]: z.input<Table[Name]['shape']> }

type Values<Table extends Fields> = { [Name in keyof Table]?: unknown }

export function typedFields<Table extends Fields>(
  table: Table,
  values: Values<Table>,
  blank: Values<Table> = {},
): TypedFields<Table> {
  const typed = keysOf(table).map((name) => [
    name,
    asTyped(table[name]?.kind, values[name] ?? blank[name]),
  ])
  return Object.fromEntries(typed) as TypedFields<Table>
}

function asTyped(kind: Field['kind'] | undefined, value: unknown): string | boolean {
  if (kind === 'switch') return value === true
  if (kind === 'season') return typedMonthDay(typeof value === 'string' ? value : null)
  if (Array.isArray(value)) return value.join(', ')
  return kind === 'dollars' && typeof value === 'number' ? value.toFixed(2) : String(value ?? '')
}

/** Text that isn't a number becomes a number that the contract refuses. */
export function readFields<Table extends Fields>(
  table: Table,
  typed: TypedFields<Table>,
): SentFields<Table> {
  const read = Object.entries(table).map(([name, field]) => [name, readField(field, typed[name])])
  return Object.fromEntries(read) as SentFields<Table>
}

function readField({ kind, shape }: Field, typed: unknown): unknown {
  if (typeof typed !== 'string') return typed
  if (kind === 'season') return readMonthDay(typed)
  if (!Object.hasOwn(KEYBOARDS, kind) && kind !== 'day') return typed
  const isEmpty = typed.trim() === ''
  if (isEmpty && shape.safeParse(null).success) return null
  if (kind === 'day') return isEmpty && shape.safeParse(undefined).success ? undefined : typed
  return typedNumber(typed)
}

const KEYBOARDS: Partial<Record<Field['kind'], 'numeric' | 'decimal'>> = {
  count: 'numeric',
  amount: 'decimal',
  dollars: 'decimal',
}

const TYPES: Partial<Record<Field['kind'], string>> = { day: 'date', time: 'time', link: 'url' }

/** Ties a form's fields to their table: `<FormField {...field('name')} hint="…" />`. */
export function fieldsOf<Table extends Fields, Typed extends object>(
  table: Table,
  form: WiredProps<Typed>,
) {
  const wired = wiredTo(form)
  return (name: keyof Table & keyof Typed & string): FieldWiring => ({
    field: table[name] as Field,
    ...wired(name),
    value: String(form.typed[name] ?? ''),
  })
}

type FieldWiring = {
  field: Field
  name: string
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

type FormFieldProps = FieldWiring &
  Partial<
    Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'className' | 'required' | 'readOnly'>
  > & {
    rows?: number
    children?: ReactNode
  }

export function FormField({ field, rows, children, ...given }: FormFieldProps) {
  const { kind, label, longest, choices = [], shape } = field
  const required = kind === 'choice' || !nothing(kind).some((none) => shape.safeParse(none).success)
  const control = { label, required, ...given }
  if (kind === 'choice')
    return (
      <SelectField {...control} options={choices.map((one) => [one, one])}>
        {children}
      </SelectField>
    )
  if (kind === 'text') return <TextAreaField maxLength={longest} rows={rows} {...control} />
  return (
    <TextField type={TYPES[kind]} inputMode={KEYBOARDS[kind]} maxLength={longest} {...control} />
  )
}

function nothing(kind: Field['kind']): unknown[] {
  if (kind === 'day') return ['', null, undefined]
  return Object.hasOwn(KEYBOARDS, kind) ? ['', null] : ['']
}

type Formats<Table extends Fields, Shown = ReactNode> = {
  [Name in keyof Table]?: (value: unknown) => Shown
}

const FORMATS: Partial<Record<Field['kind'], (value: unknown) => string>> = {
  dollars: formatDollarsOrNone,
  markup: formatHtml,
}

export function historyOf<Table extends Fields>(
  table: Table,
  formats: Formats<Table, string> = {},
): HistoryLabels {
  return Object.fromEntries(
    keysOf(table).map((name) => {
      const { kind, label } = table[name] as Field
      const plain = (value: unknown) =>
        kind === 'dollars' && value !== null ? formatDollarsOrNone(value) : formatPlain(value)
      return [name, { label, format: formats[name] ?? plain }]
    }),
  )
}

type EditDialogProps<Table extends Fields, Typed extends object> = DialogProps & {
  title: string
  description?: string
  shape?: 'middle' | 'wide'
  edit: EditedForm<Typed>
  /** The fields that can be in conflict. */
  fields: Table
  formats?: Formats<Table>
  save: string
  busyLabel?: string | undefined
  below?: ReactNode
  children: ReactNode
}

type EditedForm<Typed extends object> = Pick<
  ReturnType<typeof useEditForm<Typed, object, unknown>>,
  'form' | 'isTouched' | 'submit' | 'isSaving' | 'question'
>

export function EditDialog<Table extends Fields, Typed extends object>({
  edit,
  fields,
  formats,
  save,
  busyLabel,
  below,
  ...dialog
}: EditDialogProps<Table, Typed>) {
  return (
    <FormDialog
      {...dialog}
      isTouched={edit.isTouched}
      form={edit.form}
      onSubmit={edit.submit}
      save={{ label: save, busy: edit.isSaving, ...(busyLabel ? { busyLabel } : {}) }}
      below={
        <>
          {below}
          <EditQuestion edit={edit} fields={fields} formats={formats} />
        </>
      }
    />
  )
}

type EditQuestionProps<Table extends Fields, Typed extends object> = {
  edit: Pick<EditedForm<Typed>, 'question'>
  fields: Table
  formats?: Formats<Table> | undefined
}

export function EditQuestion<Table extends Fields, Typed extends object>({
  edit,
  fields,
  formats = {},
}: EditQuestionProps<Table, Typed>) {
  const conflictFields = keysOf(fields).map((field) => {
    const { kind, label } = fields[field] as Field
    return { field, label, format: formats[field] ?? FORMATS[kind] ?? formatText }
  })
  return <EditConflictQuestion conflictFields={conflictFields} {...edit.question} />
}
