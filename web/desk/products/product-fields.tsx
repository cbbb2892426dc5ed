import type { ReactNode } from 'react'
import { PRODUCT_CATEGORIES } from '#contract/categories.ts'
import { PRODUCT_FIELDS, PRODUCT_LABELS, type ProductField } from '#contract/products.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import type { FieldErrors } from '../shared/checked-form.ts'
import type { ProductTexts } from './product-draft.ts'
import { WeightFields } from './weight-fields.tsx'

type ProductFieldsProps = {
  isNew: boolean
  typed: ProductTexts
  errors: FieldErrors
  /** The picture, which is no field of the form. */
  children: ReactNode
}

export function ProductFields({ isNew, typed, errors, children }: ProductFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5">
      <TextField
        {...fieldProps('name', errors)}
        required
        maxLength={120}
        autoComplete="off"
        defaultValue={typed.name}
        className="col-span-2"
      />
      <TextAreaField
        {...fieldProps('description', errors)}
        maxLength={4000}
        rows={4}
        defaultValue={typed.description}
        className="col-span-2"
      />
      <div className="col-span-2">{children}</div>
      <CategoryField isNew={isNew} typed={typed} errors={errors} />
      <PriceAndStock typed={typed} errors={errors} />
      <WeightFields typed={typed} errors={errors} />
      {PRODUCT_FIELDS.filter(isLine).map((field) => (
        <TextField
          key={field}
          {...fieldProps(field, errors)}
          {...LINES[field]}
          autoComplete="off"
          autoCapitalize="none"
          defaultValue={typed[field]}
        />
      ))}
      <FarmerFields typed={typed} errors={errors} />
    </div>
  )
}

const OWN_INPUTS = [
  ...(['name', 'description', 'imageUrl', 'category', 'price', 'stock'] as const),
  ...(['weighUnit', 'weighPrice', 'weighTo', 'lowLimit', 'hidden'] as const),
] as const
type LineField = Exclude<ProductField, (typeof OWN_INPUTS)[number]>

function isLine(field: ProductField): field is LineField {
  return !OWN_INPUTS.some((own) => own === field)
}

const LINES: { [Field in LineField]?: { maxLength: number; hint: string } } = {
  unit: { maxLength: 24, hint: 'What the price is for: dozen, lb, jar' },
  allergens: { maxLength: 200, hint: 'Such as milk, wheat' },
  seasonFrom: { maxLength: 20, hint: 'Every year, such as May 20' },
  seasonUntil: { maxLength: 20, hint: 'By the day of the market' },
}

function fieldProps(name: ProductField, errors: FieldErrors) {
  return { label: PRODUCT_LABELS[name], name, error: errors[name] }
}

type FieldProps = Pick<ProductFieldsProps, 'typed' | 'errors'>

function CategoryField({ isNew, typed, errors }: FieldProps & { isNew: boolean }) {
  return (
    <SelectField
      {...fieldProps('category', errors)}
      required
      defaultValue={typed.category}
      className="col-span-2"
    >
      {isNew && <option value="">Please choose</option>}
      {PRODUCT_CATEGORIES.map((category) => (
        <option key={category}>{category}</option>
      ))}
    </SelectField>
  )
}

function PriceAndStock({ typed, errors }: FieldProps) {
  return (
    <>
      <TextField
        {...fieldProps('price', errors)}
        label="Price in $"
        inputMode="decimal"
        required
        defaultValue={typed.price}
      />
      <TextField
        {...fieldProps('stock', errors)}
        inputMode="numeric"
        required
        defaultValue={typed.stock}
      />
    </>
  )
}

type FarmerFieldsProps = Pick<ProductFieldsProps, 'typed' | 'errors'>

function FarmerFields({ typed, errors }: FarmerFieldsProps) {
  return (
    <>
      <TextField
        {...fieldProps('lowLimit', errors)}
        label="Email me at"
        hint="An email when so many are left, or fewer"
        inputMode="numeric"
        defaultValue={typed.lowLimit}
      />
      <SelectField
        {...fieldProps('hidden', errors)}
        label="In the shop"
        required
        defaultValue={typed.hidden || 'no'}
      >
        <option value="no">Yes</option>
        <option value="yes">No, hidden</option>
      </SelectField>
    </>
  )
}
