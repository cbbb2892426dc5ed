import { Plus } from 'lucide-react'
import { type Ref, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

/** What a tab's dialog was opened for; `count` tells one opening from the next, so that its form begins anew. */
export function useDialogTask<Task>() {
  const [task, setTask] = useState<Task>()
  const [opened, setOpened] = useState({ count: 0, isOpen: false })
  const begin = (next: Task) => {
    setTask(next)
    setOpened(({ count }) => ({ count: count + 1, isOpen: true }))
  }
  const onClose = () => setOpened(({ count }) => ({ count, isOpen: false }))
  return { task, count: opened.count, begin, dialog: { open: opened.isOpen, onClose } }
}

type TabHeadProps = {
  title: string
  heading: Ref<HTMLHeadingElement>
  addLabel: string
  onAdd: () => void
}

export function TabHead({ title, heading, addLabel, onAdd }: TabHeadProps) {
  return (
    <div className="mb-4 flex items-center justify-between gap-3">
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
        {title}
      </h2>
      <Button onClick={onAdd} className="pl-4">
        <Plus aria-hidden="true" className="size-5" />
        {addLabel}
      </Button>
    </div>
  )
}
