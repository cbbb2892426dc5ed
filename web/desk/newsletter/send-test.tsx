import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { letters } from '#contract/letters.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure, sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { toastFailure } from '../shared/toast-failure.ts'
import type { LetterDraft } from './letter-draft.ts'

type SendTestProps = {
  draft: LetterDraft
  testTo: string
  check: () => boolean
}

export function SendTest({ draft, testTo, check }: SendTestProps) {
  const [to, setTo] = useState(testTo)
  const { subject, body } = draft
  const sending = useMutation({
    mutationFn: () => call(letters.test, { body: { subject, body, to } }),
    onSuccess: () => toast({ title: 'Test sent', description: `To ${to}.` }),
    onError: (failure) => toastFailure('Test not sent', failure),
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
        className="min-w-64 grow"
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
