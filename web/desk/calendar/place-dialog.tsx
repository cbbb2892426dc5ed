import { calendar } from '#contract/calendar/calendar.ts'
import { DEFAULT_TERMS } from '#contract/calendar/delivery.ts'
import { type DeskPlace, placeDraft } from '#contract/calendar/places.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import { typedDollars, typedNumber } from '#contract/text/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { formatDollarsOrNone, formatText } from '../shared/format-value.ts'
import { changeOf } from '../shared/meanwhile.ts'
import { type Contested, MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import { useCalendarChange } from './calendar-query.ts'
import { type PlaceField, PlaceFields, type TypedPlace } from './place-fields.tsx'

const BLANK: TypedPlace = {
  ...{ kind: 'pickup', name: '', address: '', mapUrl: '', note: '', zips: '', daysAhead: '1' },
  ...{ fee: plainDollars(DEFAULT_TERMS.fee), minimum: plainDollars(DEFAULT_TERMS.minimum) },
}

function typedPlace(place: DeskPlace): TypedPlace {
  const { kind, name, address, mapUrl, note, zips, fee, minimum, daysAhead } = place
  return {
    ...{ kind, name, address, note },
    mapUrl: mapUrl ?? '',
    zips: zips?.join(', ') ?? '',
    ...{ fee: fee.toFixed(2), minimum: minimum.toFixed(2) },
    daysAhead: String(daysAhead),
  }
}

/** The ZIP codes as one text, so that a change of them is seen. */
function readPlace(typed: TypedPlace) {
  const zips = typed.kind === 'delivery' ? zipsIn(typed.zips).join(', ') : ''
  const { kind: _, fee, minimum, ...texts } = typed
  const kind = typed.kind === 'delivery' ? ('delivery' as const) : ('pickup' as const)
  const terms = kind === 'delivery' ? { fee: amountIn(fee), minimum: amountIn(minimum) } : {}
  return { ...texts, kind, zips, ...terms, daysAhead: typedNumber(typed.daysAhead) }
}

/** As it is sent; what is no amount stays as it was typed, so that it is refused at its field. */
function amountIn(text: string): string {
  const amount = typedDollars(text)
  return amount === null ? text : plainDollars(amount)
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
  focused?: PlaceField | undefined
}

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
    const body = {
      ...changed,
      ...(zips === undefined ? {} : { zips: zipsOrAll(zips) }),
      base: {
        ...before,
        ...(zipsBefore === undefined ? {} : { zips: zipsOrAll(zipsBefore) }),
      },
    }
    return call(calendar.changePlace, { params: { id: String(place.id) }, body })
  }
}

const CONTESTED: readonly Contested[] = [
  { field: 'name', label: 'Name', format: formatText },
  { field: 'address', label: 'Address', format: formatText },
  { field: 'mapUrl', label: 'Link to a map', format: formatText },
  { field: 'note', label: 'What buyers must know', format: formatText },
  { field: 'zips', label: 'ZIP codes', format: formatText },
  { field: 'fee', label: 'Delivery fee', format: formatDollarsOrNone },
  { field: 'minimum', label: 'Minimum', format: formatDollarsOrNone },
  { field: 'daysAhead', label: 'How many days buyers can choose from', format: formatText },
]
