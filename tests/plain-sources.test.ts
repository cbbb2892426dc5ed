// What a reader of the sources meets: the field's words, few comments, and a short way of an order.

import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const topFolder = join(import.meta.dirname, '..')
const isShipped = (path: string) => !/\.test\.tsx?$|\.d\.ts$/.test(path)
const read = (path: string) => readFileSync(join(topFolder, path), 'utf8')

/** Words that stand for labels, tokens, format, emit, subscribe, cached, preference or request. */
const STEMS = new Set(['words', 'say', 'kept', 'tell', 'hear', 'wish', 'asked'])

/**
 * What bears one of them for good: columns, fields of answers and
 * files, what frozen migrations import, and words of the field.
 */
const MEANT = new Set([
  ...['words', 'settled_words', 'order_words', 'wordsOfOrder', 'ColumnWords', 'STOP_WORDS'],
  ...['diffWordsWithSpace', 'wish', 'asked_at', 'askedAt', 'fee_asked_at'],
  ...['kept', 'isKept', 'keptIn', 'keptUntil', 'kept_cents', 'kept_until'],
])

const MAX_USES = 150
const MAX_COMMENTS_PER_KLOC = 40
const MAX_COLUMNS = 120
const MAX_FILES_OF_ORDER = 25

/** Every identifier of a source that has one of the stems as a whole part of its name. */
function privateNames(path: string, text: string): string[] {
  // By where it stands: the parser has a short property twice, as its name and as its value.
  const names = new Map<number, string>()
  const see = ({ name, start }: { name: string; start: number }) => {
    if (partsOf(name).some((part) => STEMS.has(part))) names.set(start, name)
  }
  new Visitor({ Identifier: see, PrivateIdentifier: see, JSXIdentifier: see }).visit(
    parseSync(path, text).program,
  )
  return [...names.values()]
}

function partsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_$]+/)
}

/** The files that a file brings along when it runs, itself included; types bring nothing. */
function filesOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  new Visitor({
    ImportDeclaration: ({ importKind, specifiers, source }) => {
      const isType =
        importKind === 'type' ||
        (specifiers.length > 0 &&
          specifiers.every((one) => one.type === 'ImportSpecifier' && one.importKind === 'type'))
      const { value } = source
      if (isType || !/^[#.]/.test(value)) return
      filesOf(value.startsWith('#') ? value.slice(1) : join(dirname(path), value), found)
    },
  }).visit(parseSync(path, read(path)).program)
  return found
}

test('names are in the field’s words', () => {
  const names = globSync('{contract,server,web,scripts}/**/*.{ts,tsx}', { cwd: topFolder })
    .filter((path) => isShipped(path) && !path.startsWith('server/db/migrations/'))
    .flatMap((path) => privateNames(path, read(path)))
  expect([...new Set(names)].filter((name) => !MEANT.has(name))).toEqual([])
  expect(names.length).toBeLessThanOrEqual(MAX_USES)
})

test('comments are few', () => {
  const sources = globSync('{contract,server,web,scripts,deploy}/**/*.{ts,tsx,js}', {
    cwd: topFolder,
  })
  const counts = sources.filter(isShipped).map((path) => {
    const text = read(path)
    const lines = text.trimEnd().split('\n').length
    return { comments: parseSync(path, text).comments.length, lines }
  })
  const sumOf = (key: 'comments' | 'lines') => counts.reduce((sum, count) => sum + count[key], 0)
  expect((sumOf('comments') / sumOf('lines')) * 1000).toBeLessThanOrEqual(MAX_COMMENTS_PER_KLOC)
})

test('lines of comments are short', () => {
  const paths = globSync('{*.ts,{contract,server,web,scripts,tests,bench}/**/*.{ts,tsx,js}}', {
    cwd: topFolder,
  })
  const long = paths
    .filter((path) => !path.startsWith('server/db/migrations/'))
    .flatMap((path) =>
      read(path)
        .split('\n')
        .map((line, index) => ({ line, at: `${path}:${index + 1}` })),
    )
    .filter(({ line }) => line.length > MAX_COLUMNS && /^\s*(?:\/[/*]|\*)/.test(line))
    .filter(({ line }) => !/^\s*\/\/ biome-ignore/.test(line))
  expect(long.map(({ at }) => at)).toEqual([])
})

test('an order goes its way through few files', () => {
  const way = [...filesOf('server/features/checkout/place-order.ts')]
    .filter((path) => /^server\/(features|outside)\//.test(path))
    .sort()
  expect(way.length, way.join('\n')).toBeLessThanOrEqual(MAX_FILES_OF_ORDER)
})
