import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const PAGES = [
  'web/stall/**/*.{ts,tsx}',
  'web/desk/{stall,sales,no-shows,packing}/**/*.tsx',
  'contract/{market/sale-draft,market/cash-text,packing/box-text}.ts',
]

/** As they'd appear in a sentence. */
const FORBIDDEN =
  /\b(?:cut-?off|capacity|horizon|set aside|beyond|unaccounted|float|tenders?|void(?:ed|s)?|grants?|unload(?:ed)?|shelf|mine|first paid|outbox|queued?|commands?|quarantined?|snapshots?|devices?|payload|uuid)\b/i

/**
 * What a person may read of a file: text between tags, and strings of several words or that begin
 * like a sentence.
 */
function textOf(path: string): string[] {
  const { program } = parseSync(path, readFileSync(path, 'utf8'))
  const found: string[] = []
  const receive = (text: unknown) => {
    if (typeof text === 'string' && /^[A-Z]| /.test(text)) found.push(text.trim())
  }
  new Visitor({
    JSXText: ({ value }) => void found.push(value.trim()),
    Literal: ({ value }) => receive(value),
    TemplateElement: ({ value }) => receive(value.cooked),
  }).visit(program)
  return found.filter((text) => text !== '')
}

test('no page of the stall says a word that only its builders know', () => {
  expect(FORBIDDEN.test('14 commands were set aside')).toBe(true)
  const said = PAGES.flatMap((pages) => globSync(pages))
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) => textOf(path).map((text) => ({ path, words: text })))
  expect(said.length).toBeGreaterThan(300)
  expect(said.filter(({ words: text }) => FORBIDDEN.test(text))).toEqual([])
})
