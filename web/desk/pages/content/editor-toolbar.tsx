import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Table,
  Undo2,
} from 'lucide-react'
import { Toolbar } from 'radix-ui'
import { useId, useRef, useState } from 'react'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { Form } from '../../shared/form.tsx'
import { insertTable, isTable, TABLE_TOOLS } from './table-kit.ts'

type Tool = { label: string; Icon: LucideIcon; use: (editor: Editor) => void }
const MARKS: readonly (Tool & { isOn: (editor: Editor) => boolean })[] = [
  {
    label: 'Heading',
    Icon: Heading2,
    use: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    label: 'Subheading',
    Icon: Heading3,
    use: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
  },
  {
    label: 'Bold',
    Icon: Bold,
    use: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    label: 'Italic',
    Icon: Italic,
    use: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    label: 'Bulleted list',
    Icon: List,
    use: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    label: 'Numbered list',
    Icon: ListOrdered,
    use: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    label: 'Quote',
    Icon: Quote,
    use: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
]

const STEPS: readonly Tool[] = [
  { label: 'Undo', Icon: Undo2, use: (editor) => editor.chain().focus().undo().run() },
  { label: 'Redo', Icon: Redo2, use: (editor) => editor.chain().focus().redo().run() },
]

export function EditorToolbar({ editor, onPicture }: { editor: Editor; onPicture: () => void }) {
  const [isLinking, setLinking] = useState(false)
  const { on, inLink, inTable } = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: MARKS.filter(({ isOn }) => isOn(now)).map(({ label }) => label),
      inLink: now.isActive('link'),
      inTable: isTable(now),
    }),
  })
  return (
    <>
      <Toolbar.Root
        aria-label="Formatting"
        className="sticky -top-5 z-10 flex flex-wrap rounded-t-xl border-b border-straw bg-field p-1"
      >
        {MARKS.map((mark) => (
          <ToolButton
            key={mark.label}
            tool={mark}
            isOn={on.includes(mark.label)}
            onUse={() => mark.use(editor)}
          />
        ))}
        <ToolButton
          tool={{ label: 'Link', Icon: Link }}
          isOn={inLink}
          onUse={() => setLinking(true)}
        />
        <ToolButton tool={{ label: 'Picture', Icon: ImagePlus }} onUse={onPicture} />
        <ToolButton tool={{ label: 'Table', Icon: Table }} onUse={() => insertTable(editor)} />
        {STEPS.map((step) => (
          <ToolButton key={step.label} tool={step} onUse={() => step.use(editor)} />
        ))}
        {inTable && <TableTools editor={editor} />}
      </Toolbar.Root>
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </>
  )
}

function TableTools({ editor }: { editor: Editor }) {
  return (
    <fieldset className="flex basis-full flex-wrap border-t border-straw pt-1">
      <legend className="sr-only">Table</legend>
      {TABLE_TOOLS.map(({ label, use }) => (
        <Toolbar.Button
          key={label}
          type="button"
          onClick={() => use(editor)}
          className={buttonLook({ variant: 'plain', size: 'sm' }, 'rounded-lg')}
        >
          {label}
        </Toolbar.Button>
      ))}
    </fieldset>
  )
}

type ToolButtonProps = { tool: Pick<Tool, 'label' | 'Icon'>; isOn?: boolean; onUse: () => void }

function ToolButton({ tool: { label, Icon }, isOn, onUse }: ToolButtonProps) {
  return (
    <Tooltip text={label}>
      <Toolbar.Button
        type="button"
        aria-label={label}
        aria-pressed={isOn}
        onClick={onUse}
        className={buttonLook(
          { variant: 'plain', size: 'icon' },
          'rounded-lg aria-pressed:bg-sprout aria-pressed:text-leaf-deep',
        )}
      >
        <Icon aria-hidden="true" className="size-5" />
      </Toolbar.Button>
    </Tooltip>
  )
}

function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [known] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [error, setError] = useState<string>()
  const submit = () => {
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
      <Form id={formId} onSubmit={submit}>
        <TextField ref={input} label="Address" required defaultValue={known} error={error} />
      </Form>
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
