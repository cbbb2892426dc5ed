import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { chat, MAX_REMOVALS, type Question } from '#contract/chat/chat.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { ChangeQuestion } from '../shared/change-question.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { useQuestion } from '../shared/use-question.ts'
import { QuestionCard } from './question-card.tsx'

export function QuestionsPage() {
  return (
    <QueryPage
      title="Questions"
      loading="Loading questions…"
      failed="The questions could not be loaded."
      query={useQuery(query(chat.questions))}
    >
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
  const [isConfirming, setConfirming] = useQuestion(`questions/${kind}`)
  const shown = questions.slice(0, MAX_REMOVALS)
  if (shown.length < 2 && !isConfirming) return null
  const waiting = shown.filter(({ email }) => email !== null).length
  return (
    <>
      <Button variant="quiet" className="mb-3" onClick={() => setConfirming(true)}>
        <Trash2 aria-hidden="true" className="size-5" /> Delete all {shown.length} {kind} questions
      </Button>
      <ChangeQuestion
        open={isConfirming}
        onClose={() => setConfirming(false)}
        focusElse={section}
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
      </ChangeQuestion>
    </>
  )
}
