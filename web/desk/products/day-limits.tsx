import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import {
  dayLimits,
  LIMIT_FIELDS,
  LIMIT_LABELS,
  type LimitField,
  ofEachLimit,
  type ProductLimits,
  productLimitsChange,
} from '#contract/calendar/limits.ts'
import type { DeskProduct } from '#contract/products/products.ts'
import { typedNumber } from '#contract/text/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook, TextField } from '#web/ui/field.tsx'
import { wiredTo } from '../shared/checked-form.ts'
import { DialogAt, type DialogProps, openDialog } from '../shared/dialog-at.tsx'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { formatText } from '../shared/format-value.ts'
import { changeOf } from '../shared/meanwhile.ts'
import { MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import { useChange } from '../shared/use-change.ts'
import { PRODUCT_LISTS } from './products-query.ts'

export function DayLimits({ product }: { product: DeskProduct }) {
  const params = { id: String(product.id) }
  const address = `products/${product.id}/limits`
  const limits = useQuery({ ...query(dayLimits.ofProduct, { params }), staleTime: 0 })
  return (
    <div className="mt-6">
      <button
        type="button"
        onClick={() => (limits.data ? openDialog(address) : void limits.refetch())}
        className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 rounded-xl border border-straw bg-paper px-4 py-2 text-left"
      >
        <span>
          <span className="font-semibold">At most how many a day</span>
          <span className="block text-[0.9375rem] text-bark-deep">
            {limits.data ? summaryOf(limits.data) : limits.error ? FAILED : 'Loading…'}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-bark-deep" />
      </button>
      {limits.data && (
        <DialogAt address={address}>
          {(dialog) => <LimitsDialog product={product} loaded={limits.data} {...dialog} />}
        </DialogAt>
      )}
    </div>
  )
}

const FAILED = 'The numbers could not be loaded. Tap to try again.'

/** `64 on each market day, 20 on Wednesdays` */
function summaryOf(limits: ProductLimits): string {
  const parts = LIMIT_FIELDS.flatMap((field) => {
    const most = limits[field]
    return most === null ? [] : [`${most} on ${LIMIT_LABELS[field].replace('Each', 'each')}`]
  })
  return parts.length === 0 ? 'As many as are in stock' : parts.join(', ')
}

type Typed = Record<LimitField, string>

const typedIn = (limits: ProductLimits): Typed => ofEachLimit((field) => formatMost(limits[field]))

/** What is no number becomes one that the contract refuses. */
const readTyped = (typed: Typed): ProductLimits =>
  ofEachLimit((field) => (typed[field].trim() === '' ? null : typedNumber(typed[field])))

const formatMost = (most: number | null) => (most === null ? '' : String(most))

const WEEKDAYS = LIMIT_FIELDS.filter((field) => field !== 'eachDay')

const CONTESTED = LIMIT_FIELDS.map((field) => {
  return { field, label: LIMIT_LABELS[field], format: formatText }
})

type LimitsDialogProps = DialogProps & { product: DeskProduct; loaded: ProductLimits }

const NUMBER = { inputMode: 'numeric' } as const

function LimitsDialog({ product, loaded, ...dialog }: LimitsDialogProps) {
  const { typed, setTyped, form, submit, isTouched, isSaving, errors, question } = useEditForm({
    first: typedIn(loaded),
    read: readTyped,
    check: productLimitsChange.safeParse,
    save: useSaveLimits(product, dialog.onClose),
  })
  const wired = wiredTo<Typed>({ typed, onType: setTyped, errors })
  return (
    <FormDialog
      title="At most how many a day"
      description={`${product.name}, for each place and market day. Stock stays one number for all days, and what is ordered already stays ordered.`}
      {...dialog}
      isTouched={isTouched}
      form={form}
      onSubmit={submit}
      save={{ label: 'Save these numbers', busy: isSaving }}
    >
      <div className="grid gap-6">
        <TextField
          {...NUMBER}
          label="At most on each market day"
          hint="Leave it empty for as many as are in stock."
          {...wired('eachDay')}
        />
        <fieldset className="min-w-0">
          <legend className="mb-1 font-serif text-xl font-semibold">
            Another number on some days?
          </legend>
          <p className="mb-3 text-[0.9375rem] text-bark-deep">
            Leave a day empty to go by the number above. A single date can have its own: open it in
            the calendar.
          </p>
          <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
            {WEEKDAYS.map((day) => (
              <WeekdayField key={day} label={LIMIT_LABELS[day]} {...wired(day)} />
            ))}
          </div>
        </fieldset>
      </div>
      <MeanwhileQuestion contested={CONTESTED} {...question} />
    </FormDialog>
  )
}

type WeekdayFieldProps = ReturnType<ReturnType<typeof wiredTo<Typed>>> & { label: string }

/** Seven of one kind: none says that it may be left empty, as the line above says it for all. */
function WeekdayField({ label, error, ...input }: WeekdayFieldProps) {
  const id = useId()
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
      </label>
      <input
        {...NUMBER}
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={classNames('h-12', inputLook)}
      />
      {error && (
        <p id={`${id}-error`} className="text-[0.9375rem] font-semibold text-beet">
          {error}
        </p>
      )}
    </div>
  )
}

function useSaveLimits({ id, name }: DeskProduct, onShown: () => void) {
  return useChange({
    send: ({ draft, loaded }: Saving<ProductLimits>) =>
      call(dayLimits.changeProduct, { params: { id: String(id) }, body: changeOf(loaded, draft) }),
    done: `Numbers of ${name} saved`,
    failed: 'The numbers were not saved',
    refreshes: [...PRODUCT_LISTS, dayLimits.ofProduct],
    onShown,
  })
}
