import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type LetterText,
  letters,
  PLAN_FIELDS,
  type PlanText,
  planText,
} from '#contract/mail/letters.ts'
import { call, query } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogAt, type DialogProps, openDialog } from '../shared/dialog-at.tsx'
import { forgetDraft, readDraft, storeDraft } from '../shared/draft-store.ts'
import { type Saving, useEditForm, type WiredProps } from '../shared/edit-form.ts'
import { EditDialog, FormField, fieldsOf } from '../shared/form-fields.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'

type PlanLetterProps = {
  draft: LetterDraft
  check: () => boolean
  /** Stores the letter with its key, so a retry can't plan it twice. */
  store: (draft: LetterDraft) => void
  onPlanned: () => void
}

export function PlanLetter(props: PlanLetterProps) {
  const open = () => {
    if (!props.check()) return
    props.store(props.draft)
    openDialog('newsletter/later')
  }
  return (
    <>
      <Button variant="quiet" size="lg" onClick={open}>
        Send later…
      </Button>
      <DialogAt address="newsletter/later">
        {(dialog) => <PlanDialog {...props} {...dialog} />}
      </DialogAt>
    </>
  )
}

function PlanDialog({ draft, onPlanned, ...dialog }: PlanLetterProps & DialogProps) {
  const { formatFullDate, formatTime } = useFarmDates()
  const { key, subject, body } = draft
  const [first] = useState({ day: tomorrow(), time: '07:00' })
  const save = useChange({
    send: ({ draft: { day, time } }: Saving<PlanTime>) =>
      call(letters.plan, { body: { key, subject, body, day, time } }),
    done: ({ dueAt }) => ({
      title: 'Newsletter planned',
      description: `It leaves on ${formatFullDate(dueAt)} at ${formatTime(dueAt)}.`,
    }),
    failed: 'Newsletter not planned',
    refreshes: [letters.list],
    onDone: () => {
      dialog.onClose()
      onPlanned()
    },
  })
  const edit = useEditForm({
    first,
    read: (time: PlanTime) => time,
    check: (time) => planText.safeParse({ subject, body, ...time }),
    save,
  })
  return (
    <EditDialog
      {...dialog}
      edit={edit}
      fields={PLAN_FIELDS}
      title="Send this newsletter later?"
      description="It leaves by itself at this time of the farm’s clock, to everyone who is subscribed then. Until it leaves, you can change it or take it back."
      save="Plan newsletter"
      busyLabel="Planning…"
    >
      <PlanTimeFields {...edit.wires} />
    </EditDialog>
  )
}

type PlanTime = Pick<PlanText, 'day' | 'time'>

export function PlanTimeFields<Typed extends PlanTime>(form: WiredProps<Typed>) {
  const field = fieldsOf(PLAN_FIELDS, form)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField {...field('day')} />
      <FormField {...field('time')} />
    </div>
  )
}

/** By this device's clock; the shop refuses what has passed by the farm's. */
function tomorrow(): string {
  const day = new Date()
  day.setDate(day.getDate() + 1)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

const NAME = 'letter'

export type LetterDraft = LetterText & { key: string }

export function useLetterDraft() {
  const [typed, setTyped] = useState(readTyped)
  const [key, setKey] = useState(newUuid)
  const fresh = useQuery({ ...query(letters.draft), staleTime: 0, enabled: typed === null })
  const store = (draft: LetterDraft | null) => {
    storeTyped(draft)
    setTyped(draft)
  }
  return {
    draft: typed ?? (fresh.data ? { ...fresh.data, key } : null),
    isTyped: typed !== null,
    fresh,
    store,
    startAnew: () => {
      store(null)
      setKey(newUuid())
      void fresh.refetch()
    },
  }
}

function readTyped(): LetterDraft | null {
  const draft = readDraft(NAME, 'own', new Date())?.parts.letter
  return isDraft(draft) ? draft : null
}

function storeTyped(letter: LetterDraft | null): void {
  if (letter) storeDraft(NAME, 'own', { at: new Date().toISOString(), parts: { letter } })
  else forgetDraft(NAME, 'own')
}

function isDraft(draft: unknown): draft is LetterDraft {
  if (typeof draft !== 'object' || draft === null) return false
  const { key, subject, body } = draft as Record<string, unknown>
  return [key, subject, body].every((text) => typeof text === 'string')
}
