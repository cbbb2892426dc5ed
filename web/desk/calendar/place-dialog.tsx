import { useEffect, useRef } from 'react'
import { calendar } from '#contract/calendar/calendar.ts'
import { DEFAULT_TERMS } from '#contract/calendar/delivery.ts'
import { type DeskPlace, PLACE_FORM, placeDraft } from '#contract/calendar/places.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import { call } from '#web/api/call.ts'
import { SelectField } from '#web/ui/field.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { changeOf } from '../shared/edit-conflict.ts'
import {
  focusFirst,
  type Saving,
  useEditForm,
  type WiredProps,
  wiredTo,
} from '../shared/edit-form.ts'
import {
  EditDialog,
  FormField,
  fieldsOf,
  readFields,
  type TypedFields,
  typedFields,
} from '../shared/form-fields.tsx'
import { useSetting } from '../shared/use-setting.ts'
import { useCalendarChange } from './calendar-query.ts'

type TypedPlace = TypedFields<typeof PLACE_FORM> & { kind: DeskPlace['kind'] }

const BLANK: TypedPlace = {
  kind: 'pickup',
  ...typedFields(PLACE_FORM, { daysAhead: 1 }),
  fee: plainDollars(DEFAULT_TERMS.fee),
  minimum: plainDollars(DEFAULT_TERMS.minimum),
}

function readPlace({ kind, ...typed }: TypedPlace) {
  const { fee, minimum, zips, ...fields } = readFields(PLACE_FORM, typed)
  return kind === 'delivery' ? { kind, ...fields, zips, fee, minimum } : { kind, ...fields }
}

type PlaceDialogProps = DialogProps & {
  /** Null: a new one. */
  place: DeskPlace | null
  focused?: PlaceField | undefined
}

export function PlaceDialog({ place, focused, ...dialog }: PlaceDialogProps) {
  const save = useCalendarChange({
    send: ({ draft, loaded }: Saving<ReturnType<typeof readPlace>>) => {
      if (!place) return call(calendar.createPlace, { body: draft })
      const params = { id: place.id }
      return call(calendar.changePlace, { params, body: changeOf(loaded, draft) })
    },
    done: place ? 'Place saved' : 'Place added',
    failed: 'The place was not saved',
    onShown: dialog.onClose,
  })
  const edit = useEditForm({
    first: place ? { kind: place.kind, ...typedFields(PLACE_FORM, place) } : BLANK,
    read: readPlace,
    check: placeDraft.safeParse,
    save,
  })
  return (
    <EditDialog
      {...dialog}
      edit={edit}
      fields={PLACE_FORM}
      title={place ? `Edit ${place.name}` : 'Add a place'}
      save="Save this place"
    >
      <PlaceFields {...edit.wires} focused={focused} isNew={place === null} />
    </EditDialog>
  )
}

export type PlaceField = 'address' | 'zips'

type PlaceFieldsProps = WiredProps<TypedPlace> & {
  isNew: boolean
  focused: PlaceField | undefined
}

function PlaceFields({ isNew, focused, ...form }: PlaceFieldsProps) {
  const fields = useRef<HTMLDivElement>(null)
  const field = fieldsOf(PLACE_FORM, form)
  useEffect(() => {
    if (focused) focusFirst(fields.current, { [focused]: '' })
  }, [focused])
  const isDelivery = form.typed.kind === 'delivery'
  const taxes = useSetting('tax_rate')
  return (
    <div ref={fields} className="grid gap-5">
      {isNew && (
        <SelectField label="Kind" required {...wiredTo(form)('kind')}>
          <option value="pickup">Buyers pick up here</option>
          <option value="delivery">We deliver to these ZIP codes</option>
        </SelectField>
      )}
      <FormField {...field('name')} />
      {isDelivery ? (
        <>
          <FormField
            {...field('zips')}
            hint="Such as 57747, 57735, or first digits such as 577. Leave it empty to deliver everywhere."
          />
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <FormField
              {...field('fee')}
              label="Delivery fee, $"
              required
              hint="0 means free delivery."
            />
            <FormField
              {...field('minimum')}
              label="Minimum order, $"
              required
              hint="0 means no minimum. Somebody who is paying right now keeps what was shown."
            />
          </div>
          <FormField
            {...field('address')}
            label="Town"
            hint="Where all of these ZIP codes are in one town, such as Custer, SD: buyers need not type it."
          />
        </>
      ) : (
        <>
          <FormField
            {...field('address')}
            required
            hint="It appears on receipts, in emails and in the buyer’s calendar."
          />
          <FormField {...field('mapUrl')} />
        </>
      )}
      <FormField
        {...field('note')}
        hint={isDelivery ? 'Such as where you leave a box.' : 'Such as where to park.'}
      />
      <FormField {...field('daysAhead')} required />
      {taxes && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <FormField {...field('taxRate')} hint={`Leave it empty for the shop’s, ${taxes} %.`} />
          <FormField {...field('taxReducedRate')} />
        </div>
      )}
    </div>
  )
}
