import type { Command } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  tableEditing,
  toggleHeader,
} from '@tiptap/pm/tables'
import { type Editor, Extension, Node } from '@tiptap/react'

/** No tables inside tables, no headings inside cells. */
const IN_CELLS = '(paragraph | bulletList | orderedList)+'

const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
}

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.max(1, Number(element.getAttribute(name)) || 1),
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes[name] === 1 ? {} : { [name]: attributes[name] },
})

const cell = (name: 'tableCell' | 'tableHeader', tag: 'td' | 'th') =>
  Node.create({
    name,
    content: IN_CELLS,
    isolating: true,
    addAttributes: () => ({
      colspan: span('colspan'),
      rowspan: span('rowspan'),
      // Columns fit their content; the table commands expect the attribute anyway.
      colwidth: { default: null, parseHTML: () => null, renderHTML: () => ({}) },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

/** Rows and cells only; `writtenHtml` adds the table's head and body. */
export const TABLE_KIT = [
  Extension.create({
    name: 'tables',
    extendNodeSchema: ({ name }) => (ROLES[name] ? { tableRole: ROLES[name] } : {}),
    addProseMirrorPlugins: () => [tableEditing()],
  }),
  Node.create({
    name: 'table',
    group: 'block',
    content: 'tableRow+',
    isolating: true,
    parseHTML: () => [{ tag: 'table' }],
    renderHTML: () => ['table', ['tbody', 0]],
  }),
  Node.create({
    name: 'tableRow',
    content: '(tableCell | tableHeader)+',
    parseHTML: () => [{ tag: 'tr' }],
    renderHTML: () => ['tr', 0],
  }),
  cell('tableCell', 'td'),
  cell('tableHeader', 'th'),
]

const NEW_COLUMNS = 3
const NEW_ROWS = 3

export function insertTable(editor: Editor): void {
  const row = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: NEW_COLUMNS }, () => ({
      type,
      content: [{ type: 'paragraph' }],
    })),
  })
  const rows = Array.from({ length: NEW_ROWS }, (_, index) =>
    row(index === 0 ? 'tableHeader' : 'tableCell'),
  )
  const at = editor.state.selection.from
  editor.chain().focus().insertContent({ type: 'table', content: rows }).run()
  focusFirstCell(editor, at)
}

function focusFirstCell(editor: Editor, from: number): void {
  let first: number | null = null
  editor.state.doc.descendants((node, position) => {
    if (first === null && node.type.name === 'tableHeader' && position + node.nodeSize > from)
      first = position
  })
  if (first !== null) editor.commands.setTextSelection(first + 2)
}

const use = (command: Command) => (editor: Editor) => {
  command(editor.state, editor.view.dispatch)
  editor.commands.focus()
}

export const TABLE_TOOLS: readonly { label: string; use: (editor: Editor) => void }[] = [
  { label: 'Add row', use: use(addRowAfter) },
  { label: 'Add column', use: use(addColumnAfter) },
  { label: 'Header row', use: use(toggleHeader('row')) },
  { label: 'Delete row', use: use(deleteRow) },
  { label: 'Delete column', use: use(deleteColumn) },
  { label: 'Delete table', use: use(deleteTable) },
]

/** Makes a first row of headings the head, gives headings a scope, unwraps a cell's only text. */
export function dressTables(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    for (const one of table.querySelectorAll('td, th')) unwrapCell(one)
    giveHead(table)
    for (const one of table.querySelectorAll('th')) if (isEmpty(one)) makePlain(one)
    for (const heading of table.querySelectorAll('th:not([scope])'))
      heading.setAttribute('scope', heading.closest('thead') ? 'col' : 'row')
    for (const row of table.querySelectorAll('tr')) if (!isAfterLine(row)) row.before('\n')
  }
}

function isAfterLine({ previousSibling }: Element): boolean {
  return previousSibling?.nodeType === globalThis.Node.TEXT_NODE
}

function unwrapCell(one: Element): void {
  const [first, ...others] = one.children
  if (first?.tagName === 'P' && others.length === 0) first.replaceWith(...first.childNodes)
}

function giveHead(table: HTMLTableElement): void {
  const [first, second] = table.rows
  if (table.tHead || !first || !second) return
  const cells = Array.from(first.cells).filter((one) => !isEmpty(one))
  if (cells.length > 0 && cells.every(({ tagName }) => tagName === 'TH'))
    table.createTHead().append(first)
}

function isEmpty(one: Element): boolean {
  return one.childNodes.length === 0
}

/** A screen reader would announce an empty heading. */
function makePlain(heading: HTMLTableCellElement): void {
  const plain = heading.ownerDocument.createElement('td')
  for (const { name, value } of heading.attributes)
    if (name !== 'scope') plain.setAttribute(name, value)
  heading.replaceWith(plain)
}
