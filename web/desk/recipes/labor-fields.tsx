import { type Ref, useId } from 'react'
import { TextField } from '#web/ui/field.tsx'
import { wiredTo } from '../shared/checked-form.ts'
import { KnownPrice } from './cost-fields.tsx'
import { type LineFieldsProps, priceOf } from './line-draft.ts'
import { NotesField } from './notes-field.tsx'

type LaborFieldsProps = LineFieldsProps & { firstField: Ref<HTMLInputElement> }

export function LaborFields({ firstField, ...props }: LaborFieldsProps) {
  const { typed, errors, path = '', shop } = props
  const wired = wiredTo(props)
  const names = useId()
  const known = priceOf(typed, shop.prices)
  const rates = shop.prices.filter(({ packageUnit }) => packageUnit === 'h')
  const amount = { type: 'number', inputMode: 'decimal', min: '0', required: true } as const
  const rate = `${path}package.packagePrice`
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_8rem_1fr]">
      <TextField
        label="Work"
        required
        maxLength={120}
        autoComplete="off"
        list={names}
        className="max-sm:col-span-2"
        ref={firstField}
        {...wired('name')}
        hint="Its rate is found in your price list under this name."
      />
      <datalist id={names}>
        {rates.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      <TextField label="Minutes" {...amount} step="0.001" {...wired('quantity')} />
      {known ? (
        <KnownPrice price={known} typed={typed} />
      ) : (
        <TextField
          label="Rate, $ an hour"
          {...amount}
          step="0.01"
          {...wired('packagePrice')}
          name={rate}
          error={errors[rate]}
        />
      )}
      <NotesField {...wired('notes')} />
    </div>
  )
}
