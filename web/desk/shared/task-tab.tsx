import { Plus } from 'lucide-react'
import { Fragment, type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { QuestionProps } from './change-question.tsx'

type Heading = RefObject<HTMLHeadingElement | null>

type TaskTabProps<Task> = {
  title: string
  addLabel: string
  /** The task of adding one more. */
  adding: Task
  dialogOf: (task: Task, dialog: QuestionProps) => ReactNode
  children: (begin: (task: Task) => void, heading: Heading) => ReactNode
}

/** A tab with a list, and the dialog of whatever is done with one of its things. */
export function TaskTab<Task>({ title, addLabel, adding, dialogOf, children }: TaskTabProps<Task>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { task, count, begin, dialog } = useDialogTask<Task>()
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
          {title}
        </h2>
        <Button onClick={() => begin(adding)} className="pl-4">
          <Plus aria-hidden="true" className="size-5" />
          {addLabel}
        </Button>
      </div>
      {children(begin, heading)}
      {task && <Fragment key={count}>{dialogOf(task, { ...dialog, focusElse: heading })}</Fragment>}
    </>
  )
}

/** What the tab's dialog was opened for; `count` tells one opening from the next, so that its form begins anew. */
function useDialogTask<Task>() {
  const [task, setTask] = useState<Task>()
  const [opened, setOpened] = useState({ count: 0, isOpen: false })
  const begin = (next: Task) => {
    setTask(() => next)
    setOpened(({ count }) => ({ count: count + 1, isOpen: true }))
  }
  const onClose = () => setOpened(({ count }) => ({ count, isOpen: false }))
  return { task, count: opened.count, begin, dialog: { open: opened.isOpen, onClose } }
}
