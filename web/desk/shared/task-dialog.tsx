import { Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useHash } from '#web/ui/use-hash.ts'
import { DialogAt, openDialog, type QuestionProps } from './dialog-at.tsx'
import { finishAt, pathOf, withQuery } from './leaving.ts'

type Heading = RefObject<HTMLHeadingElement | null>

/**
 * What an address in the tab opens: a task, no dialog, something not known yet, or something gone.
 * `address`: the task's dialog, when the path goes on to one above it.
 */
export type TaskAt<Task> =
  | { task: Task; parent?: string; address?: string }
  | null
  | 'loading'
  | 'gone'

type TaskTabProps<Task> = {
  title: string
  addLabel: string
  base: string
  /** `path` comes after the tab's address, such as `12/delete`. */
  taskAt: (path: string) => TaskAt<Task>
  dialogOf: (task: Task, dialog: QuestionProps) => ReactNode
  children: (begin: (path: string) => void, heading: Heading) => ReactNode
}

export function TaskTab<Task>({ title, addLabel, children, ...tasks }: TaskTabProps<Task>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const begin = (path: string) => openDialog(`${tasks.base}/${path}`)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
          {title}
        </h2>
        <Button onClick={() => begin('new')} className="pl-4">
          <Plus aria-hidden="true" className="size-5" />
          {addLabel}
        </Button>
      </div>
      {children(begin, heading)}
      <TaskDialog {...tasks} heading={heading} />
    </>
  )
}

type Tasks<Task> = Pick<TaskTabProps<Task>, 'base' | 'taskAt' | 'dialogOf'>

type LoadedTask<Task> = Exclude<TaskAt<Task>, 'loading'>

type Shown<Task> = { at: string; address: string; found: LoadedTask<Task> }

const NOTHING = { at: '', address: '', found: null }

export function TaskDialog<Task>(props: Tasks<Task> & { heading: Heading }) {
  const { base, dialogOf, heading } = props
  const { at, address, found } = useShown(props)
  const isGone = found === 'gone' && at !== ''
  useEffect(() => {
    if (!isGone) return
    toast({ title: 'That is not here anymore', description: 'It may have been deleted.' })
    finishAt(withQuery(base))
  }, [isGone, base])
  if (found === null || found === 'gone') return null
  return (
    <DialogAt key={address} address={address} parent={found.parent ?? base}>
      {(dialog) => dialogOf(found.task, { ...dialog, focusElse: heading })}
    </DialogAt>
  )
}

function useShown<Task>({ base, taskAt }: Pick<Tasks<Task>, 'base' | 'taskAt'>): Shown<Task> {
  const now = pathOf(useHash())
  const [shown, setShown] = useState<Shown<Task>>(NOTHING)
  const path = now.startsWith(`${base}/`) ? now.slice(base.length + 1) : ''
  if (path === '' && shown.at !== '') setShown({ ...shown, at: '' })
  if (path === '' || shown.at === now) return shown
  const found = taskAt(path)
  if (found === 'loading') return shown
  const address = (found !== 'gone' && found?.address) || now
  const isSame = shown.at !== '' && shown.address === address
  const next = isSame ? { ...shown, at: now } : { at: now, address, found }
  setShown(next)
  return next
}
