import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type LetterText,
  letters,
  PLAN_FIELDS,
  type PlanText,
  planText,
} from '#contract/mail/letters.ts'
import { DAY } from '#contract/time/durations.ts'
import { call, query } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { Button } from '#web/ui/button.tsx'
import {
  DialogAt,
  type DialogProps,
  openDialog,
  useDraft,
  useDraftBook,
} from '../shared/dialog-at.tsx'
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
  const { dayOf, formatFullDate, formatTime } = useFarmDates()
  const { key, subject, body } = draft
  const [first] = useState(() => {
    const today = dayOf(new Date().toISOString())
    return { day: new Date(Date.parse(today) + DAY).toISOString().slice(0, 10), time: '07:00' }
  })
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

export type LetterDraft = LetterText & { key: string }

export const UNTYPED: LetterDraft = { key: '', subject: '', body: '' }

export function useLetterDraft() {
  const [typed, store] = useDraft('letter', UNTYPED, useDraftBook('letter', 'own'))
  const [key, setKey] = useState(newUuid)
  const isTyped = typed.key !== ''
  const fresh = useQuery({ ...query(letters.draft), staleTime: 0, enabled: !isTyped })
  const made = fresh.data ? { ...fresh.data, key } : null
  return {
    draft: isTyped ? typed : made,
    isTyped,
    fresh,
    store,
    startAnew: () => {
      store(UNTYPED)
      setKey(newUuid())
      void fresh.refetch()
    },
  }
}
