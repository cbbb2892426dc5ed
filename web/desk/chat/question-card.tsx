import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, type RefObject, useState } from 'react'
import { chat, MAX_REPLY_LENGTH, type Question } from '#contract/chat/chat.ts'
import { call } from '#web/api/call.ts'
import { invalidate } from '#web/api/query.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { ChangeQuestion } from '../shared/change-question.tsx'
import { CheckField } from '../shared/check-field.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { toastFailure } from '../shared/toast-failure.ts'
import { useDraft, useDraftBook } from '../shared/use-draft.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { useHasMail } from '../shared/use-has-mail.ts'
import { useQuestion } from '../shared/use-question.ts'

type CardProps = { question: Question; section: RefObject<HTMLElement | null> }

export function QuestionCard({ question, section }: CardProps) {
  const { formatMoment } = useFarmDates()
  const { text, askedAt, email, reply } = question
  const [removing, setRemoving] = useQuestion(`questions/${question.id}`)
  return (
    <li className="rounded-2xl border border-straw bg-card p-4 sm:p-5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <p className="font-semibold whitespace-pre-wrap wrap-anywhere">{text}</p>
          <p className="text-[0.9375rem] text-bark-deep wrap-anywhere">
            Asked {formatMoment(askedAt)}
            {email && ` by ${email}`}
          </p>
        </div>
        <IconButton
          tip="Delete"
          label={`Delete the question “${text.slice(0, 60)}”`}
          Icon={Trash2}
          onClick={() => setRemoving(true)}
        />
      </div>
      {reply === null ? (
        <ReplyForm question={question} section={section} />
      ) : (
        <Reply question={question} />
      )}
      {removing && (
        <RemoveDialog question={question} section={section} onClose={() => setRemoving(false)} />
      )}
    </li>
  )
}

const MAIL_STATES: Record<
  NonNullable<Question['mail']>,
  { label: string; variant: BadgeVariant }
> = {
  sent: { label: 'Emailed', variant: 'default' },
  waiting: { label: 'Email waiting', variant: 'secondary' },
  'given-up': { label: 'Email failed', variant: 'destructive' },
}

function Reply({ question: { reply, answeredAt, mail, isShared } }: { question: Question }) {
  const { formatMoment } = useFarmDates()
  return (
    <div className="mt-3 rounded-xl bg-paper p-4">
      <p className="whitespace-pre-wrap wrap-anywhere">{reply}</p>
      <p className="mt-2 flex flex-wrap items-center gap-3 text-[0.9375rem] text-bark-deep">
        {answeredAt && `Answered ${formatMoment(answeredAt)}`}
        {isShared && <Badge>Told to everyone who asks</Badge>}
        {mail && <Badge variant={MAIL_STATES[mail].variant}>{MAIL_STATES[mail].label}</Badge>}
      </p>
    </div>
  )
}

function RemoveDialog({ question, section, onClose }: CardProps & { onClose: () => void }) {
  return (
    <ChangeQuestion
      open
      onClose={onClose}
      focusElse={section}
      title="Delete this question?"
      send={() => call(chat.removeQuestion, { params: { id: String(question.id) } })}
      done="Question deleted"
      failed="Not deleted"
      refreshes={[chat.questions]}
    >
      {question.reply === null
        ? 'Nobody will answer it, and any address left with it is deleted.'
        : `Its reply is deleted too${question.isShared ? ', and the helper stops giving it' : ''}.`}
    </ChangeQuestion>
  )
}

function goesTo(email: string | null, hasMail: boolean): string {
  if (email === null) return 'Goes to the chat while it is open; no email address was left.'
  return hasMail
    ? `Goes to ${email}, and to the chat.`
    : `Goes to the chat while it is open. No email can be sent, so please write to ${email} yourself.`
}

function ReplyForm({ question, section }: CardProps) {
  const hasMail = useHasMail()
  const book = useDraftBook(`questions/${question.id}/reply`, 'customers')
  const [text, setText] = useDraft('text', '', book)
  const [isShared, setShared] = useDraft('isShared', false, book)
  const [isEmpty, setEmpty] = useState(false)
  const sending = useReply(question, () => section.current?.focus())
  const send = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(text.trim() === '')
    if (text.trim() !== '') sending.mutate({ reply: text.trim(), isShared })
  }
  return (
    <form className="mt-3 grid gap-3" noValidate onSubmit={send}>
      <TextAreaField
        label="Your reply"
        required
        maxLength={MAX_REPLY_LENGTH}
        hint={goesTo(question.email, hasMail)}
        error={isEmpty ? 'Please write a reply.' : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <CheckField
        label="Give this answer to everyone who asks the same"
        checked={isShared}
        onChange={setShared}
      />
      <Button type="submit" className="justify-self-start" busy={sending.isPending}>
        Send reply
      </Button>
    </form>
  )
}

/** Sends a reply; whatever became of it, the list is read anew, as another tab may have answered. */
function useReply({ id, email }: Question, onSent: () => void) {
  const client = useQueryClient()
  const hasMail = useHasMail()
  const again = () => invalidate(client, chat.questions)
  return useMutation({
    mutationFn: (body: { reply: string; isShared: boolean }) =>
      call(chat.reply, { params: { id: String(id) }, body }),
    onSuccess: async () => {
      const where =
        email && hasMail
          ? `In the chat, and by email to ${email}.`
          : 'In the chat, if it is still open.'
      toast({ title: 'Reply sent', description: where })
      await again()
      onSent()
    },
    onError: (failure) => {
      toastFailure('Reply not sent', failure)
      return again()
    },
  })
}
