import type { Editor } from '@tiptap/react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [known] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React bubbles events to the page's form around this one, though the DOM doesn't nest them.
    event.stopPropagation()
    const address = linkAddress(input.current?.value ?? '')
    if (address) {
      setLink(editor, address)
      return onClose()
    }
    setError('Please enter an address, such as /pages/our-farm or https://farm.example.')
    input.current?.focus()
  }
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Link"
      footer={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" form={formId}>
            Set Link
          </Button>
          {known && (
            <Button variant="quiet" onClick={remove}>
              Remove Link
            </Button>
          )}
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextField ref={input} label="Address" required defaultValue={known} error={error} />
      </form>
    </Dialog>
  )
}

function setLink(editor: Editor, href: string): void {
  const link = editor.chain().extendMarkRange('link')
  if (editor.state.selection.empty && !editor.isActive('link'))
    link
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run()
  else link.setLink({ href }).run()
}

/** `farm.example` becomes a site, `a@b.example` a mailbox; null for what no page may link to. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim()
  if (/^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(text) || /^(?:\/(?![/\\])|#)\S*$/.test(text))
    return text
  if (/^[^\s@:/]+@[^\s@:/.]+(?:\.[^\s@:/.]+)+$/.test(text)) return `mailto:${text}`
  return /^[^\s@:/?#\\.]+(?:\.[^\s@:/?#\\.]+)+(?:[/?#]\S*)?$/.test(text) ? `https://${text}` : null
}
