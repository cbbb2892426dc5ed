import { TriangleAlert, X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

export function RemovedNames({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <code className="rounded bg-card px-1.5 py-0.5 text-[0.875em] font-semibold wrap-anywhere">
        {name}
      </code>
    </span>
  ))
}

type RemovedNoteProps = { title: string; removed: readonly string[]; onDismiss: () => void }

export function RemovedNote({ title, removed, onDismiss }: RemovedNoteProps) {
  return (
    <div
      role="status"
      className="mb-4 flex items-start gap-2.5 rounded-2xl border border-yolk bg-yolk-pale py-2 pr-2 pl-4"
    >
      <TriangleAlert aria-hidden="true" className="mt-2.5 size-5 shrink-0 text-yolk-deep" />
      <p className="grow py-2">
        <strong>{title}</strong> was saved without <RemovedNames names={removed} />. Pages can have
        text, lists, tables, links and pictures from this shop; anything that runs code or comes
        from elsewhere is left out.
      </p>
      <Button variant="plain" size="icon" aria-label="Close this note" onClick={onDismiss}>
        <X aria-hidden="true" className="size-5" />
      </Button>
    </div>
  )
}
