import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  dayLimits,
  LIMIT_FIELDS,
  type ProductLimits,
  productLimitsChange,
} from '#contract/calendar/limits.ts'
import { keysOf } from '#contract/changed-fields.ts'
import { formatDollars, formatMoney } from '#contract/money/money.ts'
import { type DeskProduct, PRODUCT_FIELDS, productDraft } from '#contract/products/products.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { call, query } from '#web/api/call.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { CARD, Picture } from '#web/ui/picture.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { DialogAt, type DialogProps, openDialog } from '../shared/dialog-at.tsx'
import { changeOf } from '../shared/edit-conflict.ts'
import { type Saving, useEditForm, type WiredProps, wiredTo } from '../shared/edit-form.ts'
import {
  EditDialog,
  FormField,
  fieldsOf,
  readFields,
  type TypedFields,
  typedFields,
} from '../shared/form-fields.tsx'
import { History } from '../shared/history.tsx'
import { TOOL, ToolField } from '../shared/toolbar.tsx'
import { useChange } from '../shared/use-change.ts'
import { journalHash } from '../stock/stock-query.ts'
import { PictureField } from './picture-field.tsx'
import {
  copyOf,
  isOn,
  PRODUCT_HISTORY,
  readProduct,
  type TypedProduct,
  topOf,
  typedProduct,
  withTopPrice,
} from './product-draft.ts'
import { deskProductsQuery, PRODUCT_LISTS, useSaveProduct } from './products-query.ts'
import { useCategories } from './use-categories.ts'
import { usePicture } from './use-picture.ts'

type ProductDialogProps = DialogProps & { product: DeskProduct | null; like?: DeskProduct | null }

export function ProductDialog({ product, like = null, open, onClose }: ProductDialogProps) {
  const edit = useEditForm({
    first: typedProduct(product ?? (like ? copyOf(like) : {})),
    read: readProduct,
    check: productDraft.safeParse,
    save: useSaveProduct(product, onClose),
  })
  const { typed, setTyped, errors, question } = edit
  const picture = usePicture(typed.imageUrl || null, (url) =>
    setTyped((before) => ({ ...before, imageUrl: url ?? '' })),
  )
  const twin = useTwinQuestion(product)
  const isUploading = picture.progress !== null
  const saveChosen = (chosen: TypedProduct) => {
    setTyped(chosen)
    twin.ask(chosen, () => question.onSave(chosen))
  }
  return (
    <EditDialog
      open={open}
      onClose={() => {
        picture.callOff()
        onClose()
      }}
      title={product ? 'Edit Product' : 'Add New Product'}
      edit={{
        ...edit,
        isTouched: () => isUploading || edit.isTouched(),
        isSaving: edit.isSaving || isUploading,
        submit: () => twin.ask(typed, edit.submit),
        question: { ...question, onSave: saveChosen },
      }}
      fields={ASKED_ABOUT}
      formats={{ imageUrl: showPicture, hidden: yesOrNo, snap: yesOrNo }}
      save={product ? 'Save Changes' : 'Create Product'}
      busyLabel={isUploading ? 'Waiting for the picture…' : undefined}
      below={
        <>
          {product && (
            <>
              <DayLimits product={product} />
              <TextLink href={`#${journalHash(product.id)}`} className="mt-2">
                Stock journal
              </TextLink>
              <History
                subject="product"
                id={product.id}
                labels={PRODUCT_HISTORY}
                className="mt-2"
              />
            </>
          )}
          {twin.question}
        </>
      }
    >
      <ProductFields {...edit.wires} isNew={product === null}>
        <PictureField picture={picture} error={errors.imageUrl} />
      </ProductFields>
    </EditDialog>
  )
}

/** Sales change the stock all the time, so it moves by the difference and nobody is asked. */
const { stock: _stock, ...ASKED_ABOUT } = PRODUCT_FIELDS

const yesOrNo = (value: unknown) => (isOn(value) ? 'Yes' : 'No')

function showPicture(url: unknown) {
  if (typeof url !== 'string' || url === '') return 'No picture'
  return (
    <Picture url={url} use={CARD} alt="The picture" className="mt-1 aspect-4/3 w-32 rounded-xl" />
  )
}

/** Asks before a second product takes a name; a name it already had is fine. */
function useTwinQuestion(product: DeskProduct | null) {
  const client = useQueryClient()
  const [pending, setPending] = useState<{ twin: DeskProduct; save: () => void } | null>(null)
  const ask = (typed: TypedProduct, save: () => void) => {
    const { data } = productDraft.safeParse(readProduct(typed))
    const key = nameKey(data?.name ?? '')
    const isNew = product === null || nameKey(product.name) !== key
    const known: readonly DeskProduct[] = client.getQueryData(deskProductsQuery.queryKey) ?? []
    const twin = known.find(({ id, name }) => id !== product?.id && nameKey(name) === key)
    if (data && isNew && twin) setPending({ twin, save })
    else save()
  }
  const question = (
    <ConfirmDialog
      open={pending !== null}
      onClose={() => setPending(null)}
      title="Two products with this name?"
      confirmLabel="Save anyway"
      cancelLabel="Change the name"
      onConfirm={() => {
        setPending(null)
        pending?.save()
      }}
    >
      {pending && (
        <p>
          There is already <strong>{pending.twin.name}</strong> for{' '}
          {formatMoney(pending.twin.price)}, with {pending.twin.stock} in stock
          {pending.twin.hidden ? ', hidden' : ''}. Customers could not tell them apart.
        </p>
      )}
    </ConfirmDialog>
  )
  return { ask, question }
}

type ProductFieldsProps = WiredProps<TypedProduct> & { isNew: boolean; children: ReactNode }

const WIDE = 'col-span-2'

function ProductFields({ isNew, children, ...form }: ProductFieldsProps) {
  const { weighUnit } = form.typed
  const onType = (typed: TypedProduct) => form.onType(withTopPrice(typed))
  const field = fieldsOf(PRODUCT_FIELDS, { ...form, onType })
  const { category } = form.typed
  const choices = [...new Set([...useCategories(), ...(category ? [category] : [])])]
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5">
      <FormField {...field('name')} className={WIDE} />
      <FormField {...field('description')} rows={4} className={WIDE} />
      <div className={WIDE}>{children}</div>
      <FormField
        {...field('category')}
        field={{ ...PRODUCT_FIELDS.category, choices }}
        className={WIDE}
      >
        {isNew && <option value="">Please choose</option>}
      </FormField>
      {weighUnit === '' && <FormField {...field('price')} label="Price in $" />}
      {weighUnit !== '' && (
        <>
          <FormField {...field('weighPrice')} label={`Price per ${weighUnit}, $`} required />
          <FormField {...field('weighTo')} label={`Most it can weigh, ${weighUnit}`} required />
        </>
      )}
      <FormField {...field('stock')} />
      <FormField {...field('unit')} hint="What the price is for: dozen, lb, jar" />
      <More {...form}>
        <FormField
          {...field('weighUnit')}
          required={false}
          hint={hintOf(form.typed)}
          className={WIDE}
        >
          <option value="">No, by the piece</option>
        </FormField>
        <FormField {...field('allergens')} hint="Such as milk, wheat" className={WIDE} />
        <FormField {...field('seasonFrom')} hint="Every year, such as May 20" />
        <FormField {...field('seasonUntil')} hint="Such as Sep 20" />
        <FormField
          {...field('lowLimit')}
          label="Email me when low"
          hint="When this many are left, or fewer"
        />
        <FormField {...field('hidden')} value={String(isOn(form.typed.hidden))} label="In the shop">
          <option value="false">Yes</option>
          <option value="true">No, hidden</option>
        </FormField>
        <FormField {...field('tax')} required={false}>
          <option value="">By category</option>
        </FormField>
        <FormField
          {...field('snap')}
          value={String(isOn(form.typed.snap))}
          hint="SNAP/EBT may pay for it"
        >
          <option value="false">No</option>
          <option value="true">Yes</option>
        </FormField>
      </More>
    </div>
  )
}

const OF_MORE = ['tax', 'weighUnit', 'allergens', 'seasonFrom', 'seasonUntil', 'lowLimit'] as const

type MoreProps = Pick<WiredProps<TypedProduct>, 'typed' | 'errors'> & { children: ReactNode }

/** What few products need: open where one of it is filled, or wrong. */
function More({ typed, errors, children }: MoreProps) {
  const isFilled =
    isOn(typed.hidden) || isOn(typed.snap) || OF_MORE.some((name) => typed[name] !== '')
  const [isOpen, setOpen] = useState(isFilled)
  const wrong = Object.keys(errors).filter((name) => errors[name])
  const isWrong = wrong.some((name) => OF_MORE.some((one) => one === name))
  const details = useRef<HTMLDetailsElement>(null)
  // What was closed when the form was sent could not take the focus.
  useEffect(() => {
    const { activeElement } = document
    if (isWrong && !activeElement?.hasAttribute('aria-invalid'))
      details.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [isWrong])
  return (
    <details
      ref={details}
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className={`${WIDE} group`}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
        More
        <span className="font-normal text-bark-deep">
          weight, allergens, season, SNAP, tax, hidden
        </span>
        <ChevronRight aria-hidden="true" className="ml-auto size-5 group-open:rotate-90" />
      </summary>
      <div className="mt-3 grid grid-cols-2 gap-x-4 gap-y-5">{children}</div>
    </details>
  )
}

function hintOf(typed: TypedProduct): string {
  if (typed.weighUnit === '') return 'Such as a ham: you weigh it when you pack.'
  const top = topOf(typed)
  if (top === null) return 'Customers pay for the biggest; we refund the difference.'
  return `Customers pay ${formatDollars(top)}; we refund the difference when it weighs less.`
}

function DayLimits({ product }: { product: DeskProduct }) {
  const { id } = product
  const address = `products/${id}/limits`
  const limits = useQuery({ ...query(dayLimits.ofProduct, { params: { id } }), staleTime: 0 })
  return (
    <div className="mt-6">
      <button
        type="button"
        onClick={() => (limits.data ? openDialog(address) : void limits.refetch())}
        className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 rounded-xl border border-straw bg-paper px-4 py-2 text-left"
      >
        <span>
          <span className="font-semibold">Limit per market day</span>
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

function summaryOf(limits: ProductLimits): string {
  const parts = keysOf(LIMIT_FIELDS).flatMap((field) => {
    const most = limits[field]
    return most === null ? [] : [`${most} on ${LIMIT_FIELDS[field].label.replace('Each', 'each')}`]
  })
  return parts.length === 0 ? 'As many as are in stock' : parts.join(', ')
}

const WEEKDAYS = keysOf(LIMIT_FIELDS).filter((field) => field !== 'eachDay')

type LimitsDialogProps = DialogProps & { product: DeskProduct; loaded: ProductLimits }

function LimitsDialog({ product: { id, name }, loaded, ...dialog }: LimitsDialogProps) {
  const save = useChange({
    send: ({ draft, loaded }: Saving<ProductLimits>) =>
      call(dayLimits.changeProduct, { params: { id }, body: changeOf(loaded, draft) }),
    done: `Numbers of ${name} saved`,
    failed: 'The numbers were not saved',
    refreshes: [...PRODUCT_LISTS, dayLimits.ofProduct],
    onShown: dialog.onClose,
  })
  const edit = useEditForm({
    first: typedFields(LIMIT_FIELDS, loaded),
    read: (typed: TypedLimits) => readFields(LIMIT_FIELDS, typed),
    check: productLimitsChange.safeParse,
    save,
  })
  const wired = wiredTo(edit.wires)
  return (
    <EditDialog
      {...dialog}
      edit={edit}
      fields={LIMIT_FIELDS}
      title="Limit per market day"
      description={`${name}, for each place and market day. Stock stays one number for all days, and what is ordered already stays ordered.`}
      save="Save these numbers"
    >
      <div className="grid gap-6">
        <FormField
          {...fieldsOf(LIMIT_FIELDS, edit.wires)('eachDay')}
          label="Limit on each market day"
          hint="Leave it empty for as many as are in stock."
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
              <WeekdayField key={day} label={LIMIT_FIELDS[day].label} {...wired(day)} />
            ))}
          </div>
        </fieldset>
      </div>
    </EditDialog>
  )
}

type TypedLimits = TypedFields<typeof LIMIT_FIELDS>

type WeekdayFieldProps = ReturnType<ReturnType<typeof wiredTo<TypedLimits>>> & { label: string }

/** Doesn't say it may be left empty: the line above says so for all seven. */
function WeekdayField({ label, error, ...input }: WeekdayFieldProps) {
  return (
    <ToolField label={label}>
      {(id) => (
        <>
          <input
            inputMode="numeric"
            {...input}
            id={id}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className={TOOL}
          />
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </>
      )}
    </ToolField>
  )
}
