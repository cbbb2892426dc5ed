import type { EditorView } from '@tiptap/pm/view'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useId, useRef, useState } from 'react'
import { PICTURE_TYPES, useUpload } from '#web/desk/products/use-picture.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldError, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { EDITOR_KIT, writtenHtml } from './editor-kit.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import type { SurfaceWiring } from './html-view.tsx'
import { readPasted } from './pasted-html.ts'

type VisualEditorProps = {
  wiring: SurfaceWiring
  value: string
  onChange: (content: string) => void
}

/** `value` is only the start; every change goes to `onChange` as HTML. */
export function VisualEditor({ wiring, value, onChange }: VisualEditorProps) {
  const [coming, setComing] = useState<readonly ComingPicture[]>([])
  const take = useRef((pictures: ComingPicture[]) => setComing(pictures))
  const editor = useEditor({
    extensions: EDITOR_KIT,
    content: value,
    editorProps: {
      attributes: surfaceAttributes(wiring),
      // Tab moves on, as in every field; lists would otherwise capture it.
      handleDOMEvents: { keydown: (_, { key }) => key === 'Tab' },
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
        onPicture={() => setComing([{ file: null, at: editor.state.selection.to }])}
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

function picturesFrom(take: (pictures: ComingPicture[]) => void) {
  const bring = (files: readonly File[], at: number) => {
    take(files.map((file) => ({ file, at })))
    return files.length > 0
  }
  return {
    handlePaste: (view: EditorView, { clipboardData }: ClipboardEvent) => {
      if (hasText(clipboardData?.getData('text/html') ?? '')) return false
      return bring(picturesIn(clipboardData), view.state.selection.to)
    },
    handleDrop: (view: EditorView, event: DragEvent) => {
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

type ComingPicture = { file: File | null; at: number }

type PictureDialogProps = {
  editor: Editor
  coming: ComingPicture
  more: number
  onClose: () => void
}

function PictureDialog({ editor, coming, more, onClose }: PictureDialogProps) {
  const formId = useId()
  const [alt, setAlt] = useState('')
  const put = (src: string) => {
    const picture = { type: 'image', attrs: { src, alt: alt.trim() } }
    const at = Math.min(coming.at, editor.state.doc.content.size)
    editor.chain().insertContentAt(at, picture).run()
    onClose()
  }
  const { file, error, submit, progress, leave } = useChosenPicture(coming.file, put)
  const isSending = progress !== null
  return (
    <Dialog
      open
      onClose={() => {
        leave()
        onClose()
      }}
      title={more > 0 ? `Picture (${more} more after it)` : 'Picture'}
      footer={
        <Button type="submit" form={formId} busy={isSending}>
          {isSending ? `Uploading… ${Math.round(progress * 100)} %` : 'Insert Picture'}
        </Button>
      }
    >
      <Form id={formId} className="grid gap-5" onSubmit={submit}>
        {coming.file ? (
          <Pasted file={coming.file} error={error} />
        ) : (
          <TextField
            ref={file}
            type="file"
            label="File"
            required
            accept={PICTURE_TYPES}
            hint="JPG, PNG or GIF, up to 5 MB."
            error={error}
            style={{ paddingBlock: '0.55rem' }}
          />
        )}
        <TextField
          label="Description"
          maxLength={300}
          hint="What it shows, for people who cannot see it. Leave this empty if the picture is only decoration."
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
        {isSending && (
          <progress aria-label="Upload" className="w-full accent-leaf" max={1} value={progress} />
        )}
      </Form>
    </Dialog>
  )
}

function Pasted({ file, error }: { file: File; error: string | undefined }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    // The CSP allows images only from the shop and from data URLs.
    const reader = new FileReader()
    reader.onload = () => setUrl(String(reader.result))
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return (
    <div className="grid justify-items-start gap-2">
      {url && <img src={url} alt="" className="max-h-60 max-w-full rounded-xl" />}
      <p className="wrap-anywhere">{file.name}</p>
      <FieldError role="alert">{error}</FieldError>
    </div>
  )
}

function useChosenPicture(given: File | null, onStored: (url: string) => void) {
  const file = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const refuse = (sentence: string) => {
    setError(sentence)
    file.current?.focus()
  }
  const { send, progress, callOff } = useUpload({
    onStored,
    onRefused: refuse,
    maxWait: MAX_WAIT,
  })
  const submit = () => {
    const chosen = given ?? file.current?.files?.[0]
    if (!chosen) return refuse('Please choose a picture.')
    setError(undefined)
    send(chosen)
  }
  return { file, error, submit, progress, leave: callOff }
}

/** A picture can take a while on a country line; in ms. */
const MAX_WAIT = 120_000
