import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import type { Answered } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { useDraft, useDraftBook } from '../shared/dialog-at.tsx'
import { useChange } from '../shared/use-change.ts'

type NoteEditorProps = {
  note: string | null
  /** Where several stand together. */
  of?: string
  /** Where what is typed is kept. */
  address: string
  save: (text: string, base: string | null) => Promise<unknown>
  refreshes: readonly Answered[]
}

/** A note of the farm's own, shown until it is edited. */
export function NoteEditor(props: NoteEditorProps) {
  const { note, of = '' } = props
  const [base, setBase] = useState<{ note: string | null } | null>(null)
  if (base) return <NoteForm {...props} note={base.note} onClose={() => setBase(null)} />
  const title = `${note ? 'Change the' : 'Add a'} private note`
  return (
    <div>
      {note && (
        <p className="mb-1 whitespace-pre-line wrap-anywhere">
          <span className="font-semibold">Private note:</span> {note}
        </p>
      )}
      <Button
        variant="plain"
        size="sm"
        className="-ml-3"
        aria-label={`${title} ${of}`.trim()}
        onClick={() => setBase({ note })}
      >
        <NotebookPen aria-hidden="true" className="size-5" />
        {title}
      </Button>
    </div>
  )
}

type NoteFormProps = NoteEditorProps & { onClose: () => void }

function NoteForm({ note, of = '', address, save, refreshes, onClose }: NoteFormProps) {
  const book = useDraftBook(address, 'customers')
  const [text, setText] = useDraft('text', note ?? '', book)
  const saving = useChange({
    send: () => save(text, note),
    done: 'Note saved',
    // The shop's own message quotes what somebody else wrote meanwhile.
    failed: 'The note was not saved',
    refreshes,
    onDone: onClose,
  })
  return (
    <Form className="grid gap-2" onSubmit={() => saving.mutate()}>
      <TextAreaField
        label={`Private note ${of}`.trim()}
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
    </Form>
  )
}
