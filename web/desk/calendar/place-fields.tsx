import { useEffect, useRef } from 'react'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { focusFirst, type WiredProps, wiredTo } from '../shared/checked-form.ts'

export type TypedPlace = {
  kind: string
  name: string
  address: string
  mapUrl: string
  note: string
  zips: string
  fee: string
  minimum: string
  daysAhead: string
}

export type PlaceField = 'address' | 'zips'

type PlaceFieldsProps = WiredProps<TypedPlace> & {
  isNew: boolean
  focused: PlaceField | undefined
}

export function PlaceFields({ isNew, focused, ...form }: PlaceFieldsProps) {
  const fields = useRef<HTMLDivElement>(null)
  const wired = wiredTo(form)
  useEffect(() => {
    if (focused) focusFirst(fields.current, { [focused]: '' })
  }, [focused])
  const isDelivery = form.typed.kind === 'delivery'
  return (
    <div ref={fields} className="grid gap-5">
      {isNew && (
        <SelectField label="Kind" required {...wired('kind')}>
          <option value="pickup">Buyers pick up here</option>
          <option value="delivery">We deliver to these ZIP codes</option>
        </SelectField>
      )}
      <TextField label="Name" required maxLength={80} autoComplete="off" {...wired('name')} />
      {!isDelivery && (
        <>
          <TextField
            label="Address"
            required
            maxLength={300}
            autoComplete="off"
            hint="It appears on receipts, in emails and in the buyer’s calendar."
            {...wired('address')}
          />
          <TextField
            label="Link to a map"
            type="url"
            maxLength={500}
            autoComplete="off"
            {...wired('mapUrl')}
          />
        </>
      )}
      {isDelivery && (
        <>
          <TextField
            label="ZIP codes"
            autoComplete="off"
            hint="Such as 57747, 57735, or first digits such as 577. Leave it empty to deliver everywhere."
            {...wired('zips')}
          />
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField
              label="Delivery fee, $"
              required
              inputMode="decimal"
              autoComplete="off"
              hint="0 delivers for free."
              {...wired('fee')}
            />
            <TextField
              label="Minimum order, $"
              required
              inputMode="decimal"
              autoComplete="off"
              hint="0 means no minimum. Somebody who is paying right now keeps what was shown."
              {...wired('minimum')}
            />
          </div>
          <TextField
            label="Town"
            maxLength={300}
            autoComplete="off"
            hint="Where all of these ZIP codes are in one town, such as Custer, SD: buyers need not type it."
            {...wired('address')}
          />
        </>
      )}
      <TextAreaField
        label="What buyers must know"
        hint={isDelivery ? 'Such as where you leave a box.' : 'Such as where to park.'}
        maxLength={500}
        {...wired('note')}
      />
      <TextField
        label="How many days buyers can choose from"
        required
        inputMode="numeric"
        autoComplete="off"
        {...wired('daysAhead')}
      />
    </div>
  )
}
