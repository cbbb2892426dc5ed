import { generateHTML, generateJSON } from '@tiptap/react'
import { EDITOR_KIT } from './editor-kit.ts'
import { elementName } from './element-name.ts'
import { readPieces } from './read-pieces.ts'
import { writtenHtml } from './written-html.ts'

/**
 * What the visual editor would take from a page's HTML: null when nothing, else the names of what it does not know, such as
 * `<table>` (none when it would only be set differently).
 */
export function findLost(html: string): string[] | null {
  const cleaned = throughTheEditor(html)
  const [before, after] = [readPieces(html), readPieces(cleaned)]
  if (before.length === after.length && before.every((piece, index) => piece === after[index])) return null
  return lostNames(html, namesIn(cleaned))
}

/** HTML as it comes out of the editor when nobody touched it. */
export function throughTheEditor(html: string): string {
  return writtenHtml(generateHTML(generateJSON(html, EDITOR_KIT), EDITOR_KIT))
}

function lostNames(html: string, known: ReadonlySet<string>): string[] {
  const lost = elementsOf(html).flatMap((element) => {
    if (!known.has(tagNameOf(element))) return isLost(element.parentElement) ? [] : [tagNameOf(element)]
    return attributeNames(element).filter((name) => !known.has(name))
  })
  function isLost(element: Element | null): boolean {
    return element !== null && element.tagName !== 'BODY' && !known.has(tagNameOf(element))
  }
  return [...new Set(lost)].sort()
}

function namesIn(html: string): Set<string> {
  return new Set(elementsOf(html).flatMap((element) => [tagNameOf(element), ...attributeNames(element)]))
}

function elementsOf(html: string): Element[] {
  return [...new DOMParser().parseFromString(html, 'text/html').body.querySelectorAll('*')]
}

function tagNameOf(element: Element): string {
  return `<${elementName(element)}>`
}

function attributeNames(element: Element): string[] {
  return Array.from(element.attributes, ({ name }) => name).filter((name) => name !== 'rel' && name !== 'loading')
}
