import type { ReactNode } from 'react'
import { PRODUCT_CATEGORIES } from '#contract/categories.ts'
import type { Product } from '#contract/products.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import type { FieldErrors } from './product-draft.ts'

type ProductFieldsProps = {
  product: Product | null
  errors: FieldErrors /** The picture, which is no field of the form. */
  children: ReactNode
}

/** The fields of a product, filled with the one that was opened. */
export function ProductFields({ product, errors, children }: ProductFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5">
      <TextField
        label="Name"
        name="name"
        required
        maxLength={120}
        autoComplete="off"
        defaultValue={product?.name}
        error={errors.name}
        className="col-span-2"
      />
      <TextAreaField
        label="Description"
        name="description"
        maxLength={4000}
        rows={4}
        defaultValue={product?.description}
        error={errors.description}
        className="col-span-2"
      />
      <div className="col-span-2">{children}</div>
      <SelectField
        label="Category"
        name="category"
        required
        defaultValue={product?.category ?? ''}
        error={errors.category}
        className="col-span-2"
      >
        {!product && <option value="">Please choose</option>}
        {PRODUCT_CATEGORIES.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </SelectField>
      <PriceAndStock product={product} errors={errors} />
      <TextField
        label="Allergens"
        name="allergens"
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        hint="Such as milk, wheat"
        defaultValue={product?.allergens}
        error={errors.allergens}
      />
    </div>
  )
}

function PriceAndStock({ product, errors }: Omit<ProductFieldsProps, 'children'>) {
  return (
    <>
      <TextField
        label="Price in $"
        name="price"
        type="number"
        inputMode="decimal"
        step="0.01"
        min="0.01"
        required
        defaultValue={product?.price.toFixed(2)}
        error={errors.price}
      />
      <TextField
        label="Stock"
        name="stock"
        type="number"
        inputMode="numeric"
        step="1"
        min="0"
        required
        defaultValue={product?.stock ?? ''}
        error={errors.stock}
      />
      <TextField
        label="Unit"
        name="unit"
        maxLength={24}
        autoComplete="off"
        autoCapitalize="none"
        hint="What the price is for: dozen, lb, jar"
        defaultValue={product?.unit}
        error={errors.unit}
      />
    </>
  )
}
