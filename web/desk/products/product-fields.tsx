import type { ReactNode } from 'react'
import { PRODUCT_CATEGORIES } from '#contract/categories.ts'
import {
  PRODUCT_FIELDS,
  PRODUCT_LABELS,
  type Product,
  type ProductField,
} from '#contract/products.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import type { FieldErrors } from '../shared/checked-form.ts'
import { WeightFields } from './weight-fields.tsx'

type ProductFieldsProps = {
  product: Product | null
  errors: FieldErrors
  /** The picture, which is no field of the form. */
  children: ReactNode
}

export function ProductFields({ product, errors, children }: ProductFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5">
      <TextField
        {...fieldProps('name', errors)}
        required
        maxLength={120}
        autoComplete="off"
        defaultValue={product?.name}
        className="col-span-2"
      />
      <TextAreaField
        {...fieldProps('description', errors)}
        maxLength={4000}
        rows={4}
        defaultValue={product?.description}
        className="col-span-2"
      />
      <div className="col-span-2">{children}</div>
      <CategoryField product={product} errors={errors} />
      <PriceAndStock product={product} errors={errors} />
      <WeightFields product={product} errors={errors} />
      {PRODUCT_FIELDS.filter(isLine).map((field) => (
        <TextField
          key={field}
          {...fieldProps(field, errors)}
          {...LINES[field]}
          autoComplete="off"
          autoCapitalize="none"
          defaultValue={product?.[field]}
        />
      ))}
    </div>
  )
}

const OWN_INPUTS = [
  ...(['name', 'description', 'imageUrl', 'category', 'price', 'stock'] as const),
  ...(['weighUnit', 'weighPrice', 'weighTo'] as const),
] as const
type LineField = Exclude<ProductField, (typeof OWN_INPUTS)[number]>

function isLine(field: ProductField): field is LineField {
  return !OWN_INPUTS.some((own) => own === field)
}

const LINES: { [Field in LineField]?: { maxLength: number; hint: string } } = {
  unit: { maxLength: 24, hint: 'What the price is for: dozen, lb, jar' },
  allergens: { maxLength: 200, hint: 'Such as milk, wheat' },
}

function fieldProps(name: ProductField, errors: FieldErrors) {
  return { label: PRODUCT_LABELS[name], name, error: errors[name] }
}

type FieldProps = Omit<ProductFieldsProps, 'children'>

function CategoryField({ product, errors }: FieldProps) {
  return (
    <SelectField
      {...fieldProps('category', errors)}
      required
      defaultValue={product?.category ?? ''}
      className="col-span-2"
    >
      {!product && <option value="">Please choose</option>}
      {PRODUCT_CATEGORIES.map((category) => (
        <option key={category}>{category}</option>
      ))}
    </SelectField>
  )
}

function PriceAndStock({ product, errors }: FieldProps) {
  return (
    <>
      <TextField
        {...fieldProps('price', errors)}
        label="Price in $"
        type="number"
        inputMode="decimal"
        step="0.01"
        min="0.01"
        required
        defaultValue={product?.price.toFixed(2)}
      />
      <TextField
        {...fieldProps('stock', errors)}
        type="number"
        inputMode="numeric"
        step="1"
        min="0"
        required
        defaultValue={product?.stock ?? ''}
      />
    </>
  )
}
