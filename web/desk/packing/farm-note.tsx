import { NotebookPen } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { PackOrder } from '#contract/packing-lists.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { useFarmNote } from './use-tick.ts'

/** The farm's own note of an order, which no buyer reads. */
export function FarmNote({ order }: { order: PackOrder }) {
  const [loaded, setLoaded] = useState<PackOrder | null>(null)
  if (loaded) return <NoteForm order={loaded} onClose={() => setLoaded(null)} />
  return (
    <div>
      {order.farmNote && (
        <p className="mb-1 whitespace-pre-line wrap-anywhere">
          <span className="font-semibold">Our note:</span> {order.farmNote}
        </p>
      )}
      <Button
        variant="plain"
        size="sm"
        className="-ml-3"
        aria-label={`${order.farmNote ? 'Change our note' : 'Add a note of ours'} to order ${order.id}`}
        onClick={() => setLoaded(order)}
      >
        <NotebookPen aria-hidden="true" className="size-5" />
        {order.farmNote ? 'Change our note' : 'Add a note of ours'}
      </Button>
    </div>
  )
}

function NoteForm({ order, onClose }: { order: PackOrder; onClose: () => void }) {
  const [text, setText] = useState(order.farmNote ?? '')
  const saving = useFarmNote(order.id)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const body = { farmNote: text, base: { farmNote: order.farmNote } }
    saving.mutate(body, { onSuccess: onClose })
  }
  return (
    <form className="grid gap-2" noValidate onSubmit={save}>
      <TextAreaField
        label={`Our note to order ${order.id}`}
        hint="Only the farm reads it."
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <span className="flex gap-2">
        <Button type="submit" busy={saving.isPending}>
          Save
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </span>
    </form>
  )
}
