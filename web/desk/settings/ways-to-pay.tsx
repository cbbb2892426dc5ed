import { Pencil, Plus, X } from 'lucide-react'
import { useState } from 'react'
import {
  formatWaysToPay,
  MAX_WAYS_TO_PAY,
  parseWaysToPay,
  type WayToPay,
  wrongInWaysToPay,
} from '#contract/money/tenders.ts'
import { SETTINGS } from '#contract/settings/setting-table.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { meanwhileIn } from '../shared/meanwhile.ts'
import { Notice } from '../shared/notice.tsx'
import { useDraft, useDraftBook } from '../shared/use-draft.ts'
import { useSaveSetting } from './settings-query.ts'

type Draft = { ways: readonly WayToPay[]; loaded: string }

const { label, description } = SETTINGS.ways_to_pay

export function WaysToPay({ value }: { value: string }) {
  const book = useDraftBook('settings/ways-to-pay', 'own')
  const [draft, setDraft] = useDraft<Draft | null>('ways', null, book)
  const stored = parseWaysToPay(value)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-start justify-end gap-3">
        <div className="min-w-0 grow basis-40">
          <h4 className="font-sans text-[0.9375rem] font-semibold tracking-normal text-bark-deep">
            {label}
          </h4>
          {!draft && <p className="wrap-anywhere">{stored.map(({ name }) => name).join(', ')}</p>}
          <p className="text-bark-deep">{description}</p>
        </div>
        {!draft && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Edit ${label}`}
            onClick={() => setDraft({ ways: stored, loaded: value })}
          >
            <Pencil aria-hidden="true" className="size-4" />
            Edit
          </Button>
        )}
      </div>
      {draft && <WaysForm draft={draft} onDraft={setDraft} />}
    </div>
  )
}

type WaysFormProps = { draft: Draft; onDraft: (draft: Draft | null) => void }

function WaysForm({ draft: { ways, loaded }, onDraft }: WaysFormProps) {
  const save = useSaveSetting('ways_to_pay', { onSaved: () => onDraft(null) })
  const [wrong, setWrong] = useState<string | null>(null)
  const isStale = meanwhileIn(save.error).size > 0
  const edit = (next: readonly WayToPay[]) => {
    setWrong(null)
    onDraft({ ways: next, loaded })
  }
  const submit = () => {
    const text = formatWaysToPay(ways.map((way) => ({ ...way, name: way.name.trim() })))
    const fault = wrongInWaysToPay(text)
    setWrong(fault)
    if (fault === null) save.mutate({ value: text, loaded })
  }
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ul className="divide-y divide-straw">
        {ways.map((way, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: its name is what is being typed
          <li key={index} className="py-3 first:pt-0">
            <WayRow
              way={way}
              onWay={(changed) => edit(ways.with(index, changed))}
              onRemove={() => edit(ways.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      {ways.length < MAX_WAYS_TO_PAY && (
        <Button variant="quiet" className="w-fit" onClick={() => edit([...ways, NEW_WAY])}>
          <Plus aria-hidden="true" className="size-5" />
          Add a way to pay
        </Button>
      )}
      {wrong && (
        <p role="alert" className="font-semibold text-beet">
          {wrong}
        </p>
      )}
      {isStale && (
        <Notice tone="warning" role="alert">
          This list was changed in another window. Cancel to see it, then change it again.
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button variant="quiet" onClick={() => onDraft(null)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const NEW_WAY: WayToPay = { name: '', isCash: false, givesChange: false }

type WayRowProps = { way: WayToPay; onWay: (way: WayToPay) => void; onRemove: () => void }

function WayRow({ way, onWay, onRemove }: WayRowProps) {
  const what = way.name || 'new way to pay'
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-2">
      <input
        aria-label={`Name of ${what}`}
        value={way.name}
        maxLength={40}
        autoComplete="off"
        onChange={({ target }) => onWay({ ...way, name: target.value })}
        className={classNames('h-11', inputLook)}
      />
      <IconButton tip="Remove" label={`Remove ${what}`} Icon={X} onClick={onRemove} />
      <p className="col-span-2 flex flex-wrap gap-x-6">
        <Flag
          label="Counts in the cash box"
          of={what}
          isOn={way.isCash}
          onChange={(isCash) => onWay({ ...way, isCash })}
        />
        <Flag
          label="Gives change"
          of={what}
          isOn={way.givesChange}
          onChange={(givesChange) => onWay({ ...way, givesChange })}
        />
      </p>
    </div>
  )
}

type FlagProps = { label: string; of: string; isOn: boolean; onChange: (isOn: boolean) => void }

function Flag({ label, of, isOn, onChange }: FlagProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 accent-leaf"
      />
      <span>
        {label}
        <span className="sr-only">: {of}</span>
      </span>
    </label>
  )
}
