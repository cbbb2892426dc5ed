import type { ReactNode } from 'react'
import { formatDollars } from '#contract/money/money.ts'
import { PRODUCT_FIELDS } from '#contract/products/products.ts'
import type { WiredProps } from '../shared/checked-form.ts'
import { FormField, fieldsOf } from '../shared/form-fields.tsx'
import { type TypedProduct, topOf, withTopPrice } from './product-draft.ts'

type ProductFieldsProps = WiredProps<TypedProduct> & { isNew: boolean; children: ReactNode }

const WIDE = 'col-span-2'

/** `children`: the picture. */
export function ProductFields({ isNew, children, ...form }: ProductFieldsProps) {
  const { weighUnit } = form.typed
  const onType = (typed: TypedProduct) => form.onType(withTopPrice(typed))
  const field = fieldsOf(PRODUCT_FIELDS, { ...form, onType })
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5">
      <FormField {...field('name')} className={WIDE} />
      <FormField {...field('description')} rows={4} className={WIDE} />
      <div className={WIDE}>{children}</div>
      <FormField {...field('category')} className={WIDE}>
        {isNew && <option value="">Please choose</option>}
      </FormField>
      <FormField {...field('price')} label="Price in $" readOnly={weighUnit !== ''} />
      <FormField {...field('stock')} />
      <FormField
        {...field('weighUnit')}
        required={false}
        hint={hintOf(form.typed)}
        className={WIDE}
      >
        <option value="">No, by the piece</option>
      </FormField>
      {weighUnit !== '' && (
        <>
          <FormField {...field('weighPrice')} label={`Price per ${weighUnit}, $`} required />
          <FormField {...field('weighTo')} label={`Weighs up to, ${weighUnit}`} required />
        </>
      )}
      <FormField {...field('unit')} hint="What the price is for: dozen, lb, jar" />
      <FormField {...field('allergens')} hint="Such as milk, wheat" />
      <FormField {...field('seasonFrom')} hint="Every year, such as May 20" />
      <FormField {...field('seasonUntil')} hint="By the day of the market" />
      <FormField
        {...field('lowLimit')}
        label="Email me at"
        hint="An email when so many are left, or fewer"
      />
      <FormField {...field('hidden')} label="In the shop">
        <option value="no">Yes</option>
        <option value="yes">No, hidden</option>
      </FormField>
    </div>
  )
}

function hintOf(typed: TypedProduct): string {
  if (typed.weighUnit === '') return 'Such as a ham: you weigh it when you pack.'
  const top = topOf(typed)
  if (top === null) return 'Customers pay the most that it may weigh, and get the rest back.'
  return `Customers pay ${formatDollars(top)}, and get the difference back if it weighs less.`
}
