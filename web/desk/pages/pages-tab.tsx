import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { type Page, pages, type SavedPage } from '#contract/pages.ts'
import { query } from '#web/api/query.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { ListEmpty, ListFailed, ListLoading } from '../shared/list-states.tsx'
import { DeletePageDialog } from './delete-page-dialog.tsx'
import { PageDialog } from './page-dialog.tsx'
import { type PageActions, PageTable } from './page-table.tsx'
import { RemovedNote } from './removed-note.tsx'

type Task = { kind: 'edit'; page: Page | null } | { kind: 'delete'; page: Page }

export function PagesTab() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [task, setTask] = useState<Task>()
  const [opened, setOpened] = useState({ count: 0, isOpen: false })
  const [saved, setSaved] = useState<SavedPage>()
  const begin = (next: Task) => {
    setTask(next)
    setOpened(({ count }) => ({ count: count + 1, isOpen: true }))
  }
  const dialog = { open: opened.isOpen, onClose: () => setOpened(({ count }) => ({ count, isOpen: false })) }
  const dismiss = () => {
    setSaved(undefined)
    heading.current?.focus()
  }
  return (
    <>
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
          Page Manager
        </h2>
        <Button onClick={() => begin({ kind: 'edit', page: null })} className="pl-4">
          <Plus aria-hidden="true" className="size-5" />
          Create Page
        </Button>
      </div>
      {saved && saved.removed.length > 0 && (
        <RemovedNote title={saved.title} removed={saved.removed} onDismiss={dismiss} />
      )}
      <PageList onEdit={(page) => begin({ kind: 'edit', page })} onDelete={(page) => begin({ kind: 'delete', page })} />
      {task && <TaskDialog key={opened.count} task={task} onSaved={setSaved} focusElse={heading} {...dialog} />}
    </>
  )
}

type TaskDialogProps = {
  task: Task
  open: boolean
  onClose: () => void
  onSaved: (page: SavedPage) => void
  focusElse: RefObject<HTMLElement | null>
}

function TaskDialog({ task, focusElse, onSaved, ...dialog }: TaskDialogProps) {
  if (task.kind === 'edit') return <PageDialog page={task.page} onSaved={onSaved} {...dialog} />
  return <DeletePageDialog page={task.page} focusElse={focusElse} {...dialog} />
}

function PageList(actions: PageActions) {
  const { data, isFetching, error, refetch } = useQuery(query(pages.list))
  if (!data && !error) return <ListLoading text="Loading pages..." />
  if (!data) {
    return (
      <ListFailed
        text="The pages could not be loaded."
        sentence={sentenceOf(error)}
        isTrying={isFetching}
        onTryAgain={() => void refetch()}
      />
    )
  }
  return (
    <>
      <h3 id="published-pages" className="mb-3 text-xl">
        Published Pages
      </h3>
      {data.length > 0 && <PageTable pages={data} {...actions} />}
      {data.length === 0 && (
        <ListEmpty text="No pages found">
          <p className="text-bark-deep">Create the first one: who you are, how you farm, how pickup works.</p>
        </ListEmpty>
      )}
    </>
  )
}
