import { generateHTML, generateJSON } from '@tiptap/react'
import { EDITOR_KIT, writtenHtml } from './editor-kit.ts'
import { dressTables } from './table-kit.ts'

/** What the visual editor would lose, such as `<table>`; null when nothing. */
export function findLostMarkup(html: string): string[] | null {
  const cleaned = editorHtmlOf(html)
  const [before, after] = [readPieces(html), readPieces(cleaned)]
  if (before.length === after.length && before.every((piece, index) => piece === after[index]))
    return null
  return lostNames(html, namesIn(cleaned))
}

export function editorHtmlOf(html: string): string {
  return writtenHtml(generateHTML(generateJSON(html, EDITOR_KIT), EDITOR_KIT))
}

function lostNames(html: string, known: ReadonlySet<string>): string[] {
  const lost = elementsOf(html).flatMap((element) => {
    if (!known.has(tagNameOf(element)))
      return isLost(element.parentElement) ? [] : [tagNameOf(element)]
    return attributeNames(element).filter((name) => !known.has(name))
  })
  function isLost(element: Element | null): boolean {
    return element !== null && element.tagName !== 'BODY' && !known.has(tagNameOf(element))
  }
  return [...new Set(lost)].sort()
}

function namesIn(html: string): Set<string> {
  return new Set(
    elementsOf(html).flatMap((element) => [tagNameOf(element), ...attributeNames(element)]),
  )
}

function elementsOf(html: string): Element[] {
  return [...new DOMParser().parseFromString(html, 'text/html').body.querySelectorAll('*')]
}

function tagNameOf(element: Element): string {
  return `<${elementName(element)}>`
}

function attributeNames(element: Element): string[] {
  return Array.from(element.attributes, ({ name }) => name).filter(
    (name) => !['rel', 'loading', 'fetchpriority', 'scope'].includes(name),
  )
}

function readPieces(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  dressTables(body)
  const reading: Reading = { pieces: [], line: [] }
  readChildren(body, [], reading)
  endLine(reading)
  return reading.pieces
}

type Reading = { pieces: string[]; line: { marks: string; text: string }[] }

const WITHIN_A_LINE = /^(?:a|abbr|code|em|s|small|strong|sub|sup|time|u|span)$/

const ALWAYS_WRITTEN = new Set([
  'rel',
  'loading',
  'fetchpriority',
  'alt=""',
  'start="1"',
  'colspan="1"',
  'rowspan="1"',
  'scope="col"',
  'scope="row"',
])

function readChildren(parent: Element, marks: readonly string[], reading: Reading): void {
  for (const child of parent.childNodes) {
    if (child.nodeType === Node.TEXT_NODE)
      addRun(reading, marks, (child.textContent ?? '').replace(/[ \t\r\n]+/g, ' '))
    else if (child instanceof Element) readElement(child, marks, reading)
  }
}

function readElement(element: Element, marks: readonly string[], reading: Reading): void {
  const name = elementName(element)
  if (name === 'br' || name === 'img') addRun(reading, marks, `<${tagOf(element)}>`)
  else if (WITHIN_A_LINE.test(name)) readChildren(element, [...marks, tagOf(element)], reading)
  else readBlock(element, reading)
}

function readBlock(element: Element, reading: Reading): void {
  endLine(reading)
  const name = elementName(element)
  if (name === 'p') {
    readParagraph(element, reading)
    return
  }
  reading.pieces.push(`<${tagOf(element)}>`)
  readChildren(element, [], reading)
  endLine(reading)
  reading.pieces.push(`</${name}>`)
}

/** Bare text is a paragraph too; only an empty paragraph leaves a piece. */
function readParagraph(element: Element, reading: Reading): void {
  const before = reading.pieces.length
  readChildren(element, [], reading)
  endLine(reading)
  if (reading.pieces.length === before) reading.pieces.push('')
}

function addRun({ line }: Reading, marks: readonly string[], text: string): void {
  const sorted = [...new Set(marks)].sort().join(' + ')
  const last = line.at(-1)
  if (last?.marks === sorted) last.text += text
  else line.push({ marks: sorted, text })
}

function endLine(reading: Reading): void {
  const runs = reading.line.filter(({ text }) => text !== '')
  const text = runs.map(({ marks, text }) => (marks ? `{${marks}: ${text}}` : text)).join('')
  if (text.trim() !== '') reading.pieces.push(text.trim().replace(/ {2,}/g, ' '))
  reading.line = []
}

function tagOf(element: Element): string {
  const attributes = Array.from(element.attributes, (one) => ({
    name: one.name,
    runs: `${one.name}="${one.value}"`,
  }))
  const attributesShown = attributes.filter(
    (one) => !ALWAYS_WRITTEN.has(one.name) && !ALWAYS_WRITTEN.has(one.runs),
  )
  return [elementName(element), ...attributesShown.map(({ runs }) => runs).sort()].join(' ')
}

/** Synonyms; the editor writes the longer one. */
const SAME: Record<string, string> = { b: 'strong', i: 'em' }

function elementName({ tagName }: Element): string {
  const name = tagName.toLowerCase()
  return SAME[name] ?? name
}
