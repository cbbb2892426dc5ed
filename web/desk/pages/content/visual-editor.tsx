import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useRef, useState } from 'react'
import { toast } from '#web/ui/toast-store.ts'
import { EDITOR_KIT, writtenHtml } from './editor-kit.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import type { SurfaceWiring } from './html-view.tsx'
import { readPasted } from './pasted-html.ts'
import { type ComingPicture, PictureDialog } from './picture-dialog.tsx'

type VisualEditorProps = {
  wiring: SurfaceWiring
  value: string
  onChange: (content: string) => void
}

/** The content as it looks, under its tools; it begins with `value` and passes every change to `onChange` as HTML. */
export function VisualEditor({ wiring, value, onChange }: VisualEditorProps) {
  const [coming, setComing] = useState<readonly ComingPicture[]>([])
  const take = useRef((pictures: ComingPicture[]) => setComing(pictures))
  const editor = useEditor({
    extensions: EDITOR_KIT,
    content: value,
    editorProps: {
      attributes: surfaceAttributes(wiring),
      handleDOMEvents: { keydown: leavesByTab },
      ...picturesFrom((pictures) => take.current(pictures)),
      transformPastedHTML: transformPasted,
    },
    onUpdate: ({ editor: changed }) => onChange(writtenHtml(changed.getHTML())),
  })
  const [first] = coming
  return (
    <div className="rounded-xl border-[1.5px] border-bark bg-field has-[[contenteditable]:focus-visible]:outline-3 has-[[contenteditable]:focus-visible]:outline-offset-2 has-[[contenteditable]:focus-visible]:outline-leaf has-[[aria-invalid]]:border-beet">
      <EditorToolbar
        editor={editor}
        onPicture={() => setComing([{ file: null, at: endOfSelection(editor) }])}
      />
      <EditorContent editor={editor} />
      {first && (
        <PictureDialog
          key={coming.length}
          editor={editor}
          coming={first}
          more={coming.length - 1}
          onClose={() => setComing(coming.slice(1))}
        />
      )}
    </div>
  )
}

/** Behind chosen words, never in their place. */
function endOfSelection(editor: Editor): number {
  return editor.state.selection.to
}

type View = {
  state: { selection: { to: number } }
  posAtCoords: (at: { left: number; top: number }) => { pos: number } | null
}

/** Files of pictures that are pasted or dropped come in, each after a dialog about it. */
function picturesFrom(take: (pictures: ComingPicture[]) => void) {
  const bring = (files: readonly File[], at: number) => {
    take(files.map((file) => ({ file, at })))
    return files.length > 0
  }
  return {
    handlePaste: (view: View, { clipboardData }: ClipboardEvent) => {
      if (hasText(clipboardData?.getData('text/html') ?? '')) return false
      return bring(picturesIn(clipboardData), view.state.selection.to)
    },
    handleDrop: (view: View, event: DragEvent) => {
      const files = picturesIn(event.dataTransfer)
      const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
      if (files.length > 0) event.preventDefault()
      return bring(files, place?.pos ?? view.state.selection.to)
    },
  }
}

function picturesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
}

function hasText(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const style of body.querySelectorAll('style')) style.remove()
  return (body.textContent ?? '').trim() !== ''
}

function transformPasted(pasted: string): string {
  const { html, lostPictures } = readPasted(pasted)
  if (lostPictures > 0)
    toast({
      title:
        lostPictures === 1 ? 'A picture was left out' : `${lostPictures} pictures were left out`,
      description: 'Pictures from other sites cannot be shown. Paste or drop the file itself.',
    })
  return html
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
