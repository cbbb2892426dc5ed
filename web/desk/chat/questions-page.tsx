import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { chat, type Question } from '#contract/chat.ts'
import { query } from '#web/api/query.ts'
import { ListEmpty } from '../shared/list-states.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { QuestionCard } from './question-card.tsx'
import { RemoveAll } from './remove-questions.tsx'

export function QuestionsPart() {
  return (
    <QueryPage
      title="Questions"
      again="Refresh"
      loading="Loading questions…"
      failed="The questions could not be loaded."
      query={useQuery(query(chat.questions))}
    >
      {(list) => <QuestionShelf list={list} />}
    </QueryPage>
  )
}

function QuestionShelf({ list }: { list: readonly Question[] }) {
  const shelf = useRef<HTMLDivElement>(null)
  const open = list.filter(({ answeredAt }) => answeredAt === null)
  const answered = list.filter(({ answeredAt }) => answeredAt !== null)
  return (
    <div ref={shelf} tabIndex={-1} className="max-w-3xl outline-none">
      {open.length === 0 && <ListEmpty text="No open questions." />}
      <RemoveAll kind="open" questions={open} shelf={shelf} />
      <QuestionList label="Open questions" questions={open} shelf={shelf} />
      {answered.length > 0 && <h3 className="mt-8 mb-3 text-xl">Answered</h3>}
      <RemoveAll kind="answered" questions={answered} shelf={shelf} />
      <QuestionList label="Answered questions" questions={answered} shelf={shelf} />
    </div>
  )
}

type ListProps = { label: string; questions: readonly Question[]; shelf: RefObject<HTMLElement | null> }

function QuestionList({ label, questions, shelf }: ListProps) {
  if (questions.length === 0) return null
  return (
    <ul aria-label={label} className="grid gap-3">
      {questions.map((question) => (
        <QuestionCard key={question.id} question={question} shelf={shelf} />
      ))}
    </ul>
  )
}
