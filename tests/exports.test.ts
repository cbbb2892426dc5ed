// Whatever a source exports, another file imports: the rest is the file's own, or dead.

import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'

const topFolder = join(import.meta.dirname, '..')

/** Whose exports are looked at; a test counts as one who imports, for it may enter a source where it likes. */
const SHIPPED = /^(?:contract|server|web|scripts)\/(?!.*(?:\.test\.tsx?|\.d\.ts)$)/

/** Migrations are taken as a folder; the build calls the pages' own entry by its name. */
const TAKEN_WHOLE = /^(?:server\/db\/migrations\/|web\/entry-server\.tsx$)/

// As the formatter writes them, which is thirty times as fast to read as by a parser.
const EXPORT =
  /^export (?:async |declare |abstract )*(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm
const EXPORT_LIST = /^export (?:type )?\{([^}]*)\}/gm
const IMPORT_LIST = /^import (?:type )?\{([^}]*)\} from '([^']+)'/gm
const IMPORT_WHOLE = /^import \* as \w+ from '([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm

type Text = { path: string; text: string }

/** Every export that no other file names, as `path name`. */
function needless(sources: readonly Text[]): string[] {
  const imported = new Set<string>()
  const takenWhole = new Map<string, string[]>()
  for (const { path, text } of sources) {
    for (const [, names = '', from = ''] of text.matchAll(IMPORT_LIST))
      for (const name of namesIn(names)) imported.add(`${resolve(path, from)} ${name}`)
    for (const [, one = '', other = one] of text.matchAll(IMPORT_WHOLE)) {
      const from = resolve(path, other)
      takenWhole.set(from, [...(takenWhole.get(from) ?? []), text])
    }
  }
  const isNamed = (path: string, name: string) =>
    imported.has(`${path} ${name}`) ||
    takenWhole.get(path)?.some((text) => new RegExp(`\\b${name}\\b`).test(text))
  return sources
    .filter(({ path }) => SHIPPED.test(path) && !TAKEN_WHOLE.test(path))
    .flatMap(({ path, text }) =>
      exportsOf(text)
        .filter((name) => !isNamed(path, name))
        .map((name) => `${path} ${name}`),
    )
}

function exportsOf(text: string): string[] {
  const lists = [...text.matchAll(EXPORT_LIST)].flatMap(([, names = '']) => namesIn(names))
  return [...[...text.matchAll(EXPORT)].flatMap(([, name]) => name ?? []), ...lists]
}

/** `a, type B, c as d` are a, B and c. */
function namesIn(list: string): string[] {
  return list.split(',').flatMap((one) => /^\s*(?:type )?(\w+)/.exec(one)?.[1] ?? [])
}

function resolve(from: string, specifier: string): string {
  const bare = specifier.replace(/\?.*$/, '')
  return bare.startsWith('.') ? join(dirname(from), bare) : bare.replace(/^#/, '')
}

test('what is exported is imported somewhere', () => {
  const paths = globSync('{*.ts,{contract,server,web,scripts,tests,bench}/**/*.{ts,tsx,js}}', {
    cwd: topFolder,
  })
  const sources = paths.map((path) => ({ path, text: readFileSync(join(topFolder, path), 'utf8') }))
  expect(sources.flatMap(({ text }) => exportsOf(text)).length).toBeGreaterThan(1000)
  expect(needless(sources)).toEqual([])
})

const money = `export const a = 1
export async function b() {}
export type C = 1
`

test.each([
  ['web/a.ts', '', ['a', 'b', 'C']],
  ['web/a.ts', `import { a, type C } from '#contract/money.ts'`, ['b']],
  ['contract/a.ts', `import {\n  a as x,\n  b,\n} from './money.ts'`, ['C']],
  ['contract/a.test.ts', `const { a, b } = await import('./money.ts')`, ['C']],
  ['server/a.ts', `import * as money from '../contract/money.ts'\nmoney.b()`, ['a', 'C']],
  ['web/a.ts', `let c: import('#contract/money.ts').C`, ['a', 'b']],
])('an export that nobody names is reported: %s: %s', (path, text, names) => {
  const sources = [
    { path: 'contract/money.ts', text: money },
    { path, text },
  ]
  expect(needless(sources)).toEqual(names.map((name) => `contract/money.ts ${name}`))
})
