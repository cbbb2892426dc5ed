import { Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useHash } from '#web/ui/use-hash.ts'
import { DialogAt, openDialog, type QuestionProps } from './dialog-at.tsx'
import { finishAt, pathOf, withQuery } from './leaving.ts'

type Heading = RefObject<HTMLHeadingElement | null>

/**
 * What an address in the tab opens: a dialog, none, one not known yet, or one of something gone.
 * `address`: the dialog's own, when the path goes on to one above it.
 */
export type TaskAt =
  | { dialogOf: (dialog: QuestionProps) => ReactNode; parent?: string; address?: string }
  | null
  | 'loading'
  | 'gone'

type TaskTabProps = {
  title: string
  addLabel: string
  base: string
  /** `path` comes after the tab's address, such as `12/delete`. */
  taskAt: (path: string) => TaskAt
  /** For a page that sends the focus there. */
  heading?: Heading
  children: ReactNode
}

export function TaskTab({ title, addLabel, children, ...props }: TaskTabProps) {
  const own = useRef<HTMLHeadingElement>(null)
  const { heading = own, ...tasks } = props
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
          {title}
        </h2>
        <Button onClick={() => openDialog(`${tasks.base}/new`)} className="pl-4">
          <Plus aria-hidden="true" className="size-5" />
          {addLabel}
        </Button>
      </div>
      {children}
      <TaskDialog {...tasks} heading={heading} />
    </>
  )
}

type Tasks = Pick<TaskTabProps, 'base' | 'taskAt'>

type Shown = { at: string; address: string; found: Exclude<TaskAt, 'loading'> }

const NOTHING = { at: '', address: '', found: null }

export function TaskDialog(props: Tasks & { heading: Heading }) {
  const { base, heading } = props
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
      {(dialog) => found.dialogOf({ ...dialog, focusElse: heading })}
    </DialogAt>
  )
}

function useShown({ base, taskAt }: Tasks): Shown {
  const now = pathOf(useHash())
  const [shown, setShown] = useState<Shown>(NOTHING)
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
