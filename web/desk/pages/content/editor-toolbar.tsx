import { isInTable } from '@tiptap/pm/tables'
import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
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
import { Form } from '#web/ui/form.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { insertTable, TABLE_TOOLS } from './table-kit.ts'

type Tool = {
  label: string
  Icon: LucideIcon
  use: (chain: ChainedCommands) => ChainedCommands
}

/** `name`, and a heading's `level`: of what is on where the cursor stands. */
const MARKS: readonly (Tool & { name: string; level?: number })[] = [
  {
    label: 'Heading',
    Icon: Heading2,
    name: 'heading',
    level: 2,
    use: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    label: 'Subheading',
    Icon: Heading3,
    name: 'heading',
    level: 3,
    use: (chain) => chain.toggleHeading({ level: 3 }),
  },
  { label: 'Bold', Icon: Bold, name: 'bold', use: (chain) => chain.toggleBold() },
  { label: 'Italic', Icon: Italic, name: 'italic', use: (chain) => chain.toggleItalic() },
  {
    label: 'Bulleted list',
    Icon: List,
    name: 'bulletList',
    use: (chain) => chain.toggleBulletList(),
  },
  {
    label: 'Numbered list',
    Icon: ListOrdered,
    name: 'orderedList',
    use: (chain) => chain.toggleOrderedList(),
  },
  { label: 'Quote', Icon: Quote, name: 'blockquote', use: (chain) => chain.toggleBlockquote() },
]

const STEPS: readonly Tool[] = [
  { label: 'Undo', Icon: Undo2, use: (chain) => chain.undo() },
  { label: 'Redo', Icon: Redo2, use: (chain) => chain.redo() },
]

export function EditorToolbar({ editor, onPicture }: { editor: Editor; onPicture: () => void }) {
  const [isLinking, setLinking] = useState(false)
  const run = (tool: Tool) => tool.use(editor.chain().focus()).run()
  const { on, inLink, inTable } = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: MARKS.filter(({ name, level }) => now.isActive(name, level && { level })).map(
        ({ label }) => label,
      ),
      inLink: now.isActive('link'),
      inTable: isInTable(now.state),
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
            onUse={() => run(mark)}
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
          <ToolButton key={step.label} tool={step} onUse={() => run(step)} />
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
