import { useEffect, useRef, useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import { plainDollars } from '#contract/plain-dollars.ts'
import { PRODUCT_LABELS } from '#contract/products.ts'
import { parseWeight, typedDollars } from '#contract/typed-numbers.ts'
import { topPrice, WEIGHT_UNITS } from '#contract/weigh.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import type { FieldErrors } from '../shared/checked-form.ts'
import type { ProductTexts } from './product-draft.ts'

type WeightFieldsProps = { typed: ProductTexts; errors: FieldErrors }

/** Sold by weight, a product costs the most that it may weigh: the price follows what is typed here. */
export function WeightFields({ typed, errors }: WeightFieldsProps) {
  const [unit, setUnit] = useState(typed.weighUnit)
  const [rate, setRate] = useState(typed.weighPrice)
  const [most, setMost] = useState(typed.weighTo)
  const box = useRef<HTMLDivElement>(null)
  const top = unit ? topOf(rate, most) : null
  useEffect(() => {
    const price = box.current?.closest('form')?.elements.namedItem('price')
    if (!(price instanceof HTMLInputElement)) return
    price.readOnly = unit !== ''
    if (top !== null) price.value = plainDollars(top)
  }, [unit, top])
  return (
    <div ref={box} className="col-span-2 grid grid-cols-2 gap-x-4 gap-y-5">
      <SelectField
        label={PRODUCT_LABELS.weighUnit}
        name="weighUnit"
        error={errors.weighUnit}
        value={unit}
        onChange={({ target }) => setUnit(target.value)}
        className="col-span-2"
        hint={hintOf(unit, top)}
      >
        <option value="">No, by the piece</option>
        {WEIGHT_UNITS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
      {unit === '' ? (
        ['weighPrice', 'weighTo'].map((name) => (
          <input key={name} type="hidden" name={name} value="" />
        ))
      ) : (
        <>
          <TextField
            label={`Price per ${unit}, $`}
            name="weighPrice"
            required
            inputMode="decimal"
            autoComplete="off"
            error={errors.weighPrice}
            value={rate}
            onChange={({ target }) => setRate(target.value)}
          />
          <TextField
            label={`Weighs up to, ${unit}`}
            name="weighTo"
            required
            inputMode="decimal"
            autoComplete="off"
            error={errors.weighTo}
            value={most}
            onChange={({ target }) => setMost(target.value)}
          />
        </>
      )}
    </div>
  )
}

function topOf(rate: string, most: string) {
  const [cents, to] = [typedDollars(rate), parseWeight(most)]
  return cents === null || cents <= 0 || to === null ? null : topPrice({ cents, to })
}

function hintOf(unit: string, top: ReturnType<typeof topOf>): string {
  if (unit === '') return 'Such as a ham: you weigh it when you pack.'
  if (top === null) return 'Customers pay the most that it may weigh, and get the rest back.'
  return `Customers pay ${formatDollars(top)}, and get the difference back if it weighs less.`
}
