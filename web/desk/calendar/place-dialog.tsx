import { useEffect, useRef } from 'react'
import { calendar } from '#contract/calendar.ts'
import { type DeskPlace, placeChange, placeDraft } from '#contract/calendar-places.ts'
import { call } from '#web/api/call.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import type { DialogProps } from '../shared/change-question.tsx'
import { focusFirst, type WiredProps, wiredTo } from '../shared/checked-form.ts'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { formatText } from '../shared/format-value.ts'
import { changeOf } from '../shared/meanwhile.ts'
import { type Contested, MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import { useCalendarChange } from './calendar-query.ts'

type TypedPlace = {
  kind: string
  name: string
  address: string
  mapUrl: string
  note: string
  zips: string
  daysAhead: string
}

const BLANK: TypedPlace = {
  ...{ kind: 'pickup', name: '', address: '', mapUrl: '', note: '', zips: '', daysAhead: '1' },
}

function typedPlace({ kind, name, address, mapUrl, note, zips, daysAhead }: DeskPlace): TypedPlace {
  return {
    ...{ kind, name, address, note },
    mapUrl: mapUrl ?? '',
    zips: zips?.join(', ') ?? '',
    daysAhead: String(daysAhead),
  }
}

/** The ZIP codes as one text, so that a change of them is seen. */
function readPlace(typed: TypedPlace) {
  const zips = typed.kind === 'delivery' ? zipsIn(typed.zips).join(', ') : ''
  const kind = typed.kind === 'delivery' ? ('delivery' as const) : ('pickup' as const)
  return { ...typed, kind, zips, daysAhead: Number(typed.daysAhead) }
}

type SentPlace = ReturnType<typeof readPlace>

const zipsIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean)
const zipsOrAll = (text: string) => (text === '' ? null : zipsIn(text))

function checkPlace({ zips, ...draft }: SentPlace) {
  const checked = placeDraft.safeParse({ ...draft, zips: zipsOrAll(zips) })
  const issues = (checked.error?.issues ?? []).map((issue) => ({
    // All ZIP codes are typed in one field.
    path: issue.path.slice(0, 1),
    message: issue.message,
  }))
  return { success: checked.success, error: { issues } }
}

type PlaceDialogProps = DialogProps & {
  /** Null: a new one. */
  place: DeskPlace | null
  /** The field that it was opened for. */
  focused?: PlaceField | undefined
}

export type PlaceField = 'address' | 'zips'

export function PlaceDialog({ place, focused, ...dialog }: PlaceDialogProps) {
  const save = useCalendarChange({
    send: sendPlace(place),
    done: place ? 'Place saved' : 'Place added',
    failed: 'The place was not saved',
    onShown: dialog.onClose,
  })
  const { typed, setTyped, form, submit, isTouched, isSaving, errors, question } = useEditForm({
    first: place ? typedPlace(place) : BLANK,
    read: readPlace,
    check: checkPlace,
    save,
  })
  return (
    <FormDialog
      title={place ? `Edit ${place.name}` : 'Add a place'}
      {...dialog}
      isTouched={isTouched}
      form={form}
      onSubmit={submit}
      save={{ label: 'Save this place', busy: isSaving }}
    >
      <PlaceFields {...{ typed, errors, focused }} onType={setTyped} isNew={place === null} />
      <MeanwhileQuestion contested={CONTESTED} {...question} />
    </FormDialog>
  )
}

function sendPlace(place: DeskPlace | null) {
  return ({ draft, loaded }: Saving<SentPlace>) => {
    if (!place) {
      const body = { ...draft, zips: zipsOrAll(draft.zips) }
      return call(calendar.createPlace, { body })
    }
    const { kind: _, zips, base, ...changed } = changeOf(loaded, draft)
    const { kind: _same, zips: zipsBefore, ...before } = base
    const body = placeChange.parse({
      ...changed,
      ...(zips === undefined ? {} : { zips: zipsOrAll(zips) }),
      base: {
        ...before,
        ...(zipsBefore === undefined ? {} : { zips: zipsOrAll(zipsBefore) }),
      },
    })
    return call(calendar.changePlace, { params: { id: String(place.id) }, body })
  }
}

const CONTESTED: readonly Contested[] = [
  { field: 'name', label: 'Name', format: formatText },
  { field: 'address', label: 'Address', format: formatText },
  { field: 'mapUrl', label: 'Link to a map', format: formatText },
  { field: 'note', label: 'What buyers must know', format: formatText },
  { field: 'zips', label: 'ZIP codes', format: formatText },
  { field: 'daysAhead', label: 'How many days buyers can choose from', format: formatText },
]

type PlaceFieldsProps = WiredProps<TypedPlace> & {
  isNew: boolean
  focused: PlaceField | undefined
}

function PlaceFields({ isNew, focused, ...form }: PlaceFieldsProps) {
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
            hint="It stands on receipts, in emails and in the buyer’s calendar."
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
