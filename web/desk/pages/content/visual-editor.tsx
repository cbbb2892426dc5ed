import { EditorContent, useEditor } from '@tiptap/react'
import { EDITOR_KIT, writtenHtml } from './editor-kit.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import type { SurfaceWiring } from './html-view.tsx'

type VisualEditorProps = {
  wiring: SurfaceWiring
  value: string
  onChange: (content: string) => void
}

/** The content as it looks, under its tools; it begins with `value` and tells every change as HTML. */
export function VisualEditor({ wiring, value, onChange }: VisualEditorProps) {
  const editor = useEditor({
    extensions: EDITOR_KIT,
    content: value,
    editorProps: {
      attributes: surfaceAttributes(wiring),
      handleDOMEvents: { keydown: leavesByTab },
    },
    onUpdate: ({ editor: changed }) => onChange(writtenHtml(changed.getHTML())),
  })
  return (
    <div className="rounded-xl border-[1.5px] border-bark bg-field has-[[contenteditable]:focus-visible]:outline-3 has-[[contenteditable]:focus-visible]:outline-offset-2 has-[[contenteditable]:focus-visible]:outline-leaf has-[[aria-invalid]]:border-beet">
      <EditorToolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  )
}

/** Tab moves on, as in every field; lists would take it for themselves. */
function leavesByTab(_: unknown, event: KeyboardEvent): boolean {
  return event.key === 'Tab'
}

function surfaceAttributes(wiring: SurfaceWiring): Record<string, string> {
  const attributes = Object.entries({
    ...wiring,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-required': 'true',
  })
  return {
    ...Object.fromEntries(
      attributes.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
    'data-name': 'content',
    class: 'page-html min-h-64 px-4 py-3 text-base outline-none',
  }
}
