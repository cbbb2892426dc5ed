import { useQuery } from '@tanstack/react-query'
import { calendar } from '#contract/calendar/calendar.ts'
import type { DayProduct, DeskDay } from '#contract/calendar/days.ts'
import { type DayLimitChange, dayLimitChange, dayLimits } from '#contract/calendar/limits.ts'
import { deskProducts } from '#contract/products/desk-products.ts'
import { products } from '#contract/products/products.ts'
import { typedNumber } from '#contract/text/typed-numbers.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { wiredTo } from '../shared/checked-form.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { formatText } from '../shared/format-value.ts'
import { MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import { useChange } from '../shared/use-change.ts'

type LimitDialogProps = DialogProps & {
  day: DeskDay
  /** What is known of the day's products; others have no limit and no orders. */
  list: readonly DayProduct[]
  /** Null where the farmer chooses one. */
  product: DayProduct | null
}

type Typed = { productId: string; most: string }
type Draft = Pick<DayLimitChange, 'productId' | 'most'>

const readTyped = ({ productId, most }: Typed): Draft => ({
  productId: Number(productId),
  most: most.trim() === '' ? null : typedNumber(most),
})

const mostOf = (product: DayProduct | null | undefined) => product?.most ?? null

export function LimitDialog({ day, list, product, ...dialog }: LimitDialogProps) {
  const known = (id: number) => list.find(({ productId }) => productId === id)
  const save = useSaveLimit(day, (id) => mostOf(known(id)), dialog.onClose)
  const { typed, setTyped, form, submit, isTouched, isSaving, errors, question } = useEditForm({
    first: { productId: String(product?.productId ?? ''), most: String(mostOf(product) ?? '') },
    read: readTyped,
    check: dayLimitChange.safeParse,
    save,
  })
  const wired = wiredTo<Typed>({ typed, onType: setTyped, errors })
  const chosen = known(Number(typed.productId))
  return (
    <FormDialog
      title={product ? product.name : 'Limit a product'}
      description={`At most how many can be ordered for ${formatDay(day.day)}. This goes before the product’s own limit. What is ordered already stays ordered.`}
      {...dialog}
      isTouched={isTouched}
      form={form}
      onSubmit={submit}
      save={{ label: 'Save this number', busy: isSaving }}
    >
      <div className="grid gap-5">
        {!product && (
          <ProductField
            {...wired('productId')}
            error={errors.productId && 'Please choose a product.'}
          />
        )}
        <TextField label="At most" inputMode="numeric" hint={hintOf(chosen)} {...wired('most')} />
      </div>
      <MeanwhileQuestion contested={CONTESTED} {...question} />
    </FormDialog>
  )
}

const CONTESTED = [{ field: 'most', label: 'At most', format: formatText }]

function hintOf(product: DayProduct | undefined): string {
  const empty = 'Leave it empty to keep the product’s own limit.'
  return product ? `${product.ordered} are ordered for this day. ${empty}` : empty
}

type ProductFieldProps = Omit<Parameters<typeof SelectField>[0], 'label'>

function ProductField(field: ProductFieldProps) {
  const onSale = useQuery(query(products.list)).data ?? []
  return (
    <SelectField {...field} label="Product" required>
      <option value="">Please choose</option>
      {onSale.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

function useSaveLimit(
  day: DeskDay,
  loadedMost: (id: number) => number | null,
  onShown: () => void,
) {
  return useChange({
    send: ({ draft, loaded }: Saving<Draft>) => {
      const isSame = loaded.productId === draft.productId
      const base = { most: isSame ? loaded.most : loadedMost(draft.productId) }
      return call(dayLimits.changeDay, { params: { id: String(day.id) }, body: { ...draft, base } })
    },
    done: 'Number saved',
    failed: 'The number was not saved',
    refreshes: [calendar.listDayProducts, products.list, deskProducts.list, dayLimits.ofProduct],
    onShown,
  })
}
