import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { chat, MAX_REMOVALS, MAX_REPLY_LENGTH, type Question } from '#contract/chat/chat.ts'
import { call, query } from '#web/api/call.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { ListEmpty, QueryPage } from '../shared/card.tsx'
import { CheckField } from '../shared/check-field.tsx'
import { useHasMail } from '../shared/desk-session.ts'
import { ChangeQuestion, useDraft, useDraftBook, useQuestion } from '../shared/dialog-at.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { QuestionButton } from '../shared/question-button.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'

export function QuestionsPage() {
  return (
    <QueryPage what="questions" query={useQuery(query(chat.questions))}>
      {(list) => <QuestionLists list={list} />}
    </QueryPage>
  )
}

function QuestionLists({ list }: { list: readonly Question[] }) {
  const section = useRef<HTMLDivElement>(null)
  const open = list.filter(({ answeredAt }) => answeredAt === null)
  const answered = list.filter(({ answeredAt }) => answeredAt !== null)
  return (
    <div ref={section} tabIndex={-1} className="max-w-3xl outline-none">
      {open.length === 0 && <ListEmpty text="No open questions." />}
      <RemoveAll kind="open" questions={open} section={section} />
      <QuestionList label="Open questions" questions={open} section={section} />
      {answered.length > 0 && <h3 className="mt-8 mb-3 text-xl">Answered</h3>}
      <RemoveAll kind="answered" questions={answered} section={section} />
      <QuestionList label="Answered questions" questions={answered} section={section} />
    </div>
  )
}

type ListProps = {
  label: string
  questions: readonly Question[]
  section: RefObject<HTMLElement | null>
}

function QuestionList({ label, questions, section }: ListProps) {
  if (questions.length === 0) return null
  return (
    <ul aria-label={label} className="grid gap-3">
      {questions.map((question) => (
        <QuestionCard key={question.id} question={question} section={section} />
      ))}
    </ul>
  )
}

type RemoveAllProps = {
  kind: 'open' | 'answered'
  questions: readonly Question[]
  section: RefObject<HTMLElement | null>
}

function RemoveAll({ kind, questions, section }: RemoveAllProps) {
  const shown = questions.slice(0, MAX_REMOVALS)
  if (shown.length < 2) return null
  const waiting = shown.filter(({ email }) => email !== null).length
  return (
    <QuestionButton
      address={`questions/${kind}`}
      focusElse={section}
      button={{
        className: 'mb-3',
        children: (
          <>
            <Trash2 aria-hidden="true" className="size-5" /> Delete all {shown.length} {kind}{' '}
            questions
          </>
        ),
      }}
      title={`Delete ${shown.length} questions?`}
      confirmLabel="Delete all"
      send={() => call(chat.removeQuestions, { body: { ids: shown.map(({ id }) => id) } })}
      done={({ removed }) => ({
        title: removed === 1 ? '1 question deleted' : `${removed} questions deleted`,
      })}
      failed="Not deleted"
      refreshes={[chat.questions]}
    >
      {kind === 'answered'
        ? 'Their replies are deleted too.'
        : `Nobody will answer them. ${waiting} of them left an email address, which is deleted.`}
    </QuestionButton>
  )
}

type CardProps = { question: Question; section: RefObject<HTMLElement | null> }

function QuestionCard({ question, section }: CardProps) {
  const { formatMoment } = useFarmDates()
  const { text, askedAt, email, reply } = question
  const [isRemoving, setRemoving] = useQuestion(`questions/${question.id}`)
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
      <ChangeQuestion
        open={isRemoving}
        onClose={() => setRemoving(false)}
        focusElse={section}
        title="Delete this question?"
        send={() => call(chat.removeQuestion, { params: { id: String(question.id) } })}
        done="Question deleted"
        failed="Not deleted"
        refreshes={[chat.questions]}
      >
        {reply === null
          ? 'Nobody will answer it, and any address left with it is deleted.'
          : `Its reply is deleted too${question.isShared ? ', and the helper stops giving it' : ''}.`}
      </ChangeQuestion>
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

function goesTo(email: string | null, hasMail: boolean): string {
  if (email === null) return 'Goes to the chat while it is open; no email address was left.'
  return hasMail
    ? `Goes to ${email}, and to the chat.`
    : `Goes to the chat while it is open. No email can be sent, so please write to ${email} yourself.`
}

function ReplyForm({ question, section }: CardProps) {
  const { id, email } = question
  const hasMail = useHasMail()
  const book = useDraftBook(`questions/${id}/reply`, 'customers')
  const [text, setText] = useDraft('text', '', book)
  const [isShared, setShared] = useDraft('isShared', false, book)
  const [isEmpty, setEmpty] = useState(false)
  const sending = useChange({
    send: (body: { reply: string; isShared: boolean }) =>
      call(chat.reply, { params: { id: String(id) }, body }),
    done: () => ({
      title: 'Reply sent',
      description:
        email && hasMail
          ? `In the chat, and by email to ${email}.`
          : 'In the chat, if it is still open.',
    }),
    failed: 'Reply not sent',
    refreshes: [chat.questions],
    mayBeDone: true,
    onShown: () => section.current?.focus(),
  })
  const send = () => {
    setEmpty(text.trim() === '')
    if (text.trim() !== '') sending.mutate({ reply: text.trim(), isShared })
  }
  return (
    <Form className="mt-3 grid gap-3" onSubmit={send}>
      <TextAreaField
        label="Your reply"
        required
        maxLength={MAX_REPLY_LENGTH}
        hint={goesTo(email, hasMail)}
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
    </Form>
  )
}
