import { Trash2 } from 'lucide-react'
import { type FormEvent, type RefObject, useState } from 'react'
import { MAX_REPLY_LENGTH, type Question } from '#contract/chat.ts'
import { formatMoment } from '#contract/date-format.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useRemoveQuestion, useReply } from './change-question.ts'

type CardProps = { question: Question; shelf: RefObject<HTMLElement | null> }

export function QuestionCard({ question, shelf }: CardProps) {
  const { text, askedAt, email, reply } = question
  const [removing, setRemoving] = useState(false)
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
        <Tooltip text="Delete">
          <button
            type="button"
            aria-label={`Delete the question “${text.slice(0, 60)}”`}
            className={buttonLook({ variant: 'plain', size: 'icon' })}
            onClick={() => setRemoving(true)}
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </button>
        </Tooltip>
      </div>
      {reply === null ? (
        <ReplyForm question={question} shelf={shelf} />
      ) : (
        <Reply question={question} />
      )}
      {removing && (
        <RemoveDialog question={question} shelf={shelf} onClose={() => setRemoving(false)} />
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

function Reply({ question: { reply, answeredAt, mail } }: { question: Question }) {
  return (
    <div className="mt-3 rounded-xl bg-paper p-4">
      <p className="whitespace-pre-wrap wrap-anywhere">{reply}</p>
      <p className="mt-2 flex flex-wrap items-center gap-3 text-[0.9375rem] text-bark-deep">
        {answeredAt && `Answered ${formatMoment(answeredAt)}`}
        {mail && <Badge variant={MAIL_STATES[mail].variant}>{MAIL_STATES[mail].label}</Badge>}
      </p>
    </div>
  )
}

function RemoveDialog({ question, shelf, onClose }: CardProps & { onClose: () => void }) {
  const removal = useRemoveQuestion(question.id, onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete this question?"
      confirmLabel={removal.isPending ? 'Deleting…' : 'Delete'}
      onConfirm={() => removal.mutate()}
      busy={removal.isPending}
      focusElse={shelf}
    >
      {question.reply === null
        ? 'Nobody will answer it, and any address left with it is deleted.'
        : 'Its reply is deleted too.'}
    </ConfirmDialog>
  )
}

type ReplyFormProps = { question: Question; shelf: RefObject<HTMLElement | null> }

function ReplyForm({ question, shelf }: ReplyFormProps) {
  const [text, setText] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const sending = useReply(question, () => shelf.current?.focus())
  const send = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(text.trim() === '')
    if (text.trim() !== '') sending.mutate(text.trim())
  }
  return (
    <form className="mt-3 grid gap-3" noValidate onSubmit={send}>
      <TextAreaField
        label="Your reply"
        required
        maxLength={MAX_REPLY_LENGTH}
        hint={
          question.email
            ? `Goes to ${question.email}, and to the chat.`
            : 'Goes to the chat while it is open; no email address was left.'
        }
        error={isEmpty ? 'Please write a reply.' : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" className="justify-self-start" busy={sending.isPending}>
        Send reply
      </Button>
    </form>
  )
}
