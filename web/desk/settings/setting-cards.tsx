import { useQuery } from '@tanstack/react-query'
import { ImageUp, Plus, Trash2, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { keysOf } from '#contract/changed-fields.ts'
import {
  formatWaysToPay,
  MAX_WAYS_TO_PAY,
  parseWaysToPay,
  type WayToPay,
  wrongInWaysToPay,
} from '#contract/money/tenders.ts'
import { formatPhoto, readPhoto } from '#contract/settings/photos.ts'
import {
  INITIAL_SETTINGS,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
  settingValue,
} from '#contract/settings/setting-table.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError, inputLook, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Picture, THUMB } from '#web/ui/picture.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { OnItsWay, Shrink } from '../products/picture-field.tsx'
import { PICTURE_TYPES, usePicture } from '../products/use-picture.ts'
import { Card, QueryStates } from '../shared/card.tsx'
import { CheckField } from '../shared/check-field.tsx'
import { useDraft, useDraftBook } from '../shared/dialog-at.tsx'
import { conflictIn } from '../shared/edit-conflict.ts'
import { FileButton } from '../shared/file-input.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { Failure, Notice } from '../shared/notice.tsx'
import { deskSettingsQuery, useSaveSetting } from './settings-query.ts'
import { TaxCategories } from './tax-categories.tsx'
import {
  type DraftsProps,
  EDIT,
  type SettingDrafts,
  SettingsForm,
  TextSetting,
} from './text-setting.tsx'

type Section = NonNullable<(typeof SETTINGS)[SettingKey]['section']>

/** Each section's settings on a card, shown until they are edited, one by one or all together. */
export function SettingCards({ sections, above, refs = {} }: SettingCardsProps) {
  const book = useDraftBook('settings', 'own')
  const [drafts, onDrafts] = useDraft<SettingDrafts>('settings', {}, book)
  return (
    <QueryStates
      loading="Loading settings..."
      failed="The settings could not be loaded."
      query={useQuery(deskSettingsQuery)}
    >
      {(stored) => (
        <div className="grid grid-cols-1 items-start gap-4">
          {keysOf(INITIAL_SETTINGS).some((key) => !stored.some((one) => one.key === key)) && above}
          {sections.map((section) => (
            <div key={section} ref={refs[section]} className="scroll-mt-20">
              <SettingCard section={section} stored={stored} drafts={drafts} onDrafts={onDrafts} />
            </div>
          ))}
        </div>
      )}
    </QueryStates>
  )
}

type SettingCardsProps = {
  sections: readonly Section[]
  /** While a default is missing. */
  above?: ReactNode
  refs?: { [One in Section]?: RefObject<HTMLDivElement | null> }
}

function SettingCard({ section, ...props }: { section: Section } & DraftsProps) {
  const [isWhole, setWhole] = useState(false)
  const isTaxed = settingValue(props.stored, 'tax_rate') !== ''
  const keys = SETTING_KEYS.filter(
    (key) => SETTINGS[key].section === section && (isTaxed || !OF_TAX.includes(key)),
  )
  const texts = keys.filter((key) => ['line', 'text'].includes(SETTINGS[key].kind ?? 'line'))
  return (
    <Card className="py-3! sm:px-5!">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <h3 className="text-xl">{section}</h3>
        {texts.length > 1 && !isWhole && (
          <Button variant="plain" size="sm" className={EDIT} onClick={() => setWhole(true)}>
            Edit all<span className="sr-only"> of {section}</span>
          </Button>
        )}
      </div>
      {isWhole && <SettingsForm keys={texts} {...props} onClose={() => setWhole(false)} />}
      <ul className="divide-y divide-straw">
        {keys
          .filter((key) => !isWhole || !texts.includes(key))
          .map((key) => (
            <li key={key} className="py-2.5">
              <OneSetting setting={key} {...props} />
            </li>
          ))}
      </ul>
    </Card>
  )
}

/** Worth a thought only once there is a rate. */
const OF_TAX: readonly SettingKey[] = ['tax_reduced_rate', 'tax_categories', 'tax_on_delivery']

function OneSetting({ setting, ...props }: { setting: SettingKey } & DraftsProps) {
  const { kind } = SETTINGS[setting]
  const value = settingValue(props.stored, setting)
  if (setting === 'ways_to_pay') return <WaysToPay value={value} />
  if (setting === 'tax_categories') return <TaxCategories value={value} />
  if (kind === 'switch') return <SwitchSetting setting={setting} value={value} />
  if (kind === 'picture' || kind === 'photo')
    return <PictureSetting setting={setting} value={value} />
  return <TextSetting setting={setting} {...props} />
}

function SwitchSetting({ setting, value }: { setting: SettingKey; value: string }) {
  const { label, description, whenOff } = SETTINGS[setting]
  const save = useSaveSetting(setting)
  const shown = save.isPending ? save.variables.value : value
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <div className="grow basis-40">
        <h4 className="font-sans text-[0.9375rem] font-semibold tracking-normal text-bark-deep">
          {label}
        </h4>
        <p>{description}</p>
        {shown !== 'true' && <p className="text-bark-deep">{whenOff}</p>}
      </div>
      <Switch
        label={label}
        checked={shown === 'true'}
        busy={save.isPending}
        onChange={(isOn) => save.mutate({ value: isOn ? 'true' : 'false' })}
      />
    </div>
  )
}

function PictureSetting({ setting, value }: { setting: SettingKey; value: string }) {
  const id = useId()
  const choose = useRef<HTMLInputElement>(null)
  const { label, description, empty, kind } = SETTINGS[setting]
  const isPhoto = kind === 'photo'
  // A link such as `#settings/photo_top` leads to its button.
  const isLinked = useHash() === `settings/${setting}`
  useEffect(() => {
    if (isLinked) choose.current?.focus()
  }, [isLinked])
  const what = isPhoto ? 'photo' : 'logo'
  const { url, text } = isPhoto ? (readPhoto(value) ?? NO_PHOTO) : { url: value, text: '' }
  const save = useSaveSetting(setting, () => choose.current?.focus())
  const picture = usePicture(url, (stored) =>
    save.mutate({ value: formatPhoto({ url: stored ?? '', text }), loaded: value }),
  )
  return (
    <fieldset aria-describedby={`${id}-hint`} className="grid min-w-0 gap-3">
      <legend className="mb-1 text-[0.9375rem] font-semibold text-bark-deep">{label}</legend>
      <div className="flex flex-wrap items-center gap-3">
        {isPhoto ? (
          url && <Picture url={url} use={THUMB} className="aspect-8/5 w-32 rounded-lg" />
        ) : (
          <Logo url={url} />
        )}
        <FileButton
          ref={choose}
          icon={<ImageUp aria-hidden="true" className="size-5" />}
          text={url === '' ? `Choose a ${what}` : `Replace the ${what}`}
          accept={PICTURE_TYPES}
          onFile={picture.take}
        />
        {url !== '' && picture.progress === null && (
          <Button
            variant="plain"
            size="sm"
            busy={save.isPending}
            className="text-beet!"
            onClick={() => save.mutate({ value: '', loaded: value })}
          >
            {!save.isPending && <Trash2 aria-hidden="true" className="size-5" />}
            <span>Remove the {what}</span>
          </Button>
        )}
        {picture.progress !== null && (
          <OnItsWay progress={picture.progress} onCallOff={picture.callOff} />
        )}
      </div>
      {isPhoto && url && (
        <PhotoText
          key={value}
          text={text}
          onText={(words) =>
            save.mutate({ value: formatPhoto({ url, text: words }), loaded: value })
          }
        />
      )}
      <p id={`${id}-hint`} className="text-[0.9375rem] text-bark-deep">
        {url === '' ? `${empty} ` : ''}
        {description}. JPG, PNG or GIF; files over 5 MB are made smaller.
        {isPhoto ? '' : ' The icon on phones follows within a day.'}
      </p>
      <FieldError>{picture.error}</FieldError>
      {picture.shrinkable && (
        <Shrink file={picture.shrinkable} aspect={isPhoto ? 8 / 5 : 1} onMade={picture.take} />
      )}
      {save.error && <p className="font-semibold text-beet">{sentenceOf(save.error)}</p>}
    </fieldset>
  )
}

const NO_PHOTO = { url: '', text: '' }

function PhotoText({ text, onText }: { text: string; onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  return (
    <Form className="flex flex-wrap items-end gap-3" onSubmit={() => onText(typed)}>
      <TextField
        label="What it shows"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        maxLength={160}
        className="grow basis-60"
      />
      {typed !== text && (
        <Button type="submit" variant="quiet">
          Save
        </Button>
      )}
    </Form>
  )
}

type Draft = { ways: readonly WayToPay[]; loaded: string }

const { label, description } = SETTINGS.ways_to_pay

function WaysToPay({ value }: { value: string }) {
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
            variant="plain"
            size="sm"
            className={EDIT}
            aria-label={`Edit ${label}`}
            onClick={() => setDraft({ ways: stored, loaded: value })}
          >
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
  const save = useSaveSetting('ways_to_pay', () => onDraft(null))
  const [wrong, setWrong] = useState<string | null>(null)
  const isStale = conflictIn(save.error).size > 0
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
    <Form className="grid gap-3" onSubmit={submit}>
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
      {wrong && <Failure>{wrong}</Failure>}
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
    </Form>
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
      <div className="col-span-2 flex flex-wrap gap-x-6">
        {FLAGS.map(([flag, label]) => (
          <CheckField
            key={flag}
            label={
              <>
                {label}
                <span className="sr-only">: {what}</span>
              </>
            }
            checked={way[flag] === true}
            onChange={(isOn) => onWay({ ...way, [flag]: isOn })}
          />
        ))}
      </div>
    </div>
  )
}

const FLAGS = [
  ['isCash', 'Counts in the cash box'],
  ['givesChange', 'Gives change'],
  ['isEbt', 'SNAP benefits'],
] as const
