import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { exportsOf, unusedExports } from './unused-exports.ts'

const topFolder = join(import.meta.dirname, '..')

test('what is exported is imported somewhere', () => {
  const paths = globSync('{*.ts,{contract,server,web,scripts,tests,bench}/**/*.{ts,tsx,js}}', {
    cwd: topFolder,
  })
  const sources = paths.map((path) => ({ path, text: readFileSync(join(topFolder, path), 'utf8') }))
  expect(sources.flatMap(({ text }) => exportsOf(text)).length).toBeGreaterThan(1000)
  expect(unusedExports(sources)).toEqual([])
})

const money = `export const a = 1
export async function b() {}
export type C = 1
`

test.each([
  ['web/a.ts', '', ['a', 'b', 'C']],
  ['web/a.ts', `import { a, type C } from '#contract/money/money.ts'`, ['b']],
  ['contract/a.ts', `import {\n  a as x,\n  b,\n} from './money/money.ts'`, ['C']],
  ['contract/a.test.ts', `const { a, b } = await import('./money/money.ts')`, ['C']],
  ['server/a.ts', `import * as money from '../contract/money/money.ts'\nmoney.b()`, ['a', 'C']],
  ['web/a.ts', `let c: import('#contract/money/money.ts').C`, ['a', 'b']],
])('an export that nobody names is reported: %s: %s', (path, text, names) => {
  const sources = [
    { path: 'contract/money/money.ts', text: money },
    { path, text },
  ]
  expect(unusedExports(sources)).toEqual(names.map((name) => `contract/money/money.ts ${name}`))
})
