import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { letters } from '#contract/letters.ts'
import { call } from '#web/api/call.ts'
import { invalidate } from '#web/api/query.ts'
import { ApiFailure, sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { toastFailure } from '../shared/toast-failure.ts'
import { useChange } from '../shared/use-change.ts'
import { useDraft, useDraftBook } from '../shared/use-draft.ts'
import { useQuestionAbout } from '../shared/use-question.ts'
import type { LetterDraft } from './letter-draft.ts'

type SendLetterProps = {
  draft: LetterDraft
  subscribers: number
  check: () => boolean
  /** Keeps the letter with its key before it goes, so that trying again cannot send it twice. */
  store: (draft: LetterDraft) => void
  onSent: () => void
}

export function SendLetter({ draft, subscribers, check, store, onSent }: SendLetterProps) {
  const client = useQueryClient()
  // The letter that follows must not find its question open.
  const [subject, open] = useQuestionAbout<LetterDraft>('newsletter/send')
  const button = useRef<HTMLButtonElement>(null)
  const sending = useMutation({
    mutationFn: () => call(letters.send, { body: draft }),
    onMutate: () => store(draft),
    onSuccess: async ({ recipients }) => {
      toast({
        title: 'The newsletter is on its way',
        description: `To ${formatPeople(recipients)}.`,
      })
      onSent()
      await invalidate(client, letters.list)
    },
    onError: (failure) => toastFailure('Newsletter not sent', failure),
    onSettled: () => open(null),
  })
  return (
    <>
      <Button
        ref={button}
        size="lg"
        disabled={subscribers === 0}
        onClick={() => check() && open(draft)}
      >
        Send to {formatPeople(subscribers)}
      </Button>
      <ConfirmDialog
        open={subject !== null}
        onClose={() => open(null)}
        title="Send this newsletter?"
        confirmLabel={sending.isPending ? 'Sending…' : 'Send'}
        onConfirm={() => sending.mutate()}
        busy={sending.isPending}
        focusElse={button}
      >
        “{draft.subject}” goes to <strong>{formatPeople(subscribers)}</strong>, each in a separate
        email. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

function formatPeople(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'subscriber' : 'subscribers'}`
}

type SendTestProps = { draft: LetterDraft; testTo: string; check: () => boolean }

export function SendTest({ draft, testTo, check }: SendTestProps) {
  const book = useDraftBook('newsletter/test', 'own')
  const [to, setTo] = useDraft('to', testTo, book)
  const { subject, body } = draft
  const sending = useChange({
    send: () => call(letters.test, { body: { subject, body, to } }),
    done: () => ({ title: 'Test sent', description: `To ${to}.` }),
    failed: 'Test not sent',
    refreshes: [],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (check()) sending.mutate()
  }
  const isAddressWrong = sending.error instanceof ApiFailure && sending.error.refusal.field === 'to'
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <TextField
        label="Send a test to"
        type="email"
        required
        className="grow basis-64"
        error={isAddressWrong ? sentenceOf(sending.error) : undefined}
        value={to}
        onChange={(event) => {
          setTo(event.target.value)
          sending.reset()
        }}
      />
      <Button type="submit" variant="quiet" busy={sending.isPending} className="sm:mt-7.5">
        {sending.isPending ? 'Sending…' : 'Send test'}
      </Button>
    </form>
  )
}
