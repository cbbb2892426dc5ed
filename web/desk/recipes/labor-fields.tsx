import type { Ref } from 'react'
import { wiredTo } from '../shared/checked-form.ts'
import { KnownPrice } from './cost-fields.tsx'
import { type LineFieldsProps, priceOf } from './line-draft.ts'
import { AmountField, NameField } from './line-fields.tsx'
import { NotesField } from './notes-field.tsx'

type LaborFieldsProps = LineFieldsProps & { firstField: Ref<HTMLInputElement> }

export function LaborFields({ firstField, ...props }: LaborFieldsProps) {
  const { typed, errors, path = '', shop } = props
  const wired = wiredTo(props)
  const known = priceOf(typed, shop.prices)
  const rates = shop.prices.filter(({ packageUnit }) => packageUnit === 'h')
  const rate = `${path}package.packagePrice`
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_8rem_1fr]">
      <NameField
        label="Work"
        priced={rates}
        ref={firstField}
        {...wired('name')}
        hint="Its rate is found in your price list under this name."
      />
      <AmountField label="Minutes" {...wired('quantity')} />
      {known ? (
        <KnownPrice price={known} typed={typed} />
      ) : (
        <AmountField
          label="Rate, $ an hour"
          {...wired('packagePrice')}
          name={rate}
          error={errors[rate]}
        />
      )}
      <NotesField {...wired('notes')} />
    </div>
  )
}
