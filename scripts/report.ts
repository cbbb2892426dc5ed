// Lines and files by area, against the last tag (or a given commit), long functions, twins, and
// unused exports. Reports only; never fails.

import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync } from 'vite'
import { unusedExports } from '../tests/unused-exports.ts'

process.chdir(resolve(import.meta.dirname, '..'))

/** In lines. */
const LONG = 40

/** In characters: equal declarations at least this long are twins. */
const TWIN = 80

const AREAS = ['contract', 'server', 'web', 'scripts', 'tests', 'bench']
const SOURCE = /\.(?:tsx?|js|css)$/
const TEST = /\.test\.tsx?$/

const sources = globSync(`{*.ts,{${AREAS}}/**/*.{ts,tsx,js,css}}`)
  .sort()
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const production = sources.filter(
  ({ path }) => /^(?:contract|server|web|scripts)\//.test(path) && !TEST.test(path),
)
const declarations = production.filter(({ path }) => /\.tsx?$/.test(path)).flatMap(declarationsOf)

printSizes(process.argv[2] ?? lastTag())
printAll(
  `Functions over ${LONG} lines`,
  declarations
    .filter((one) => one.isFunction && one.lines > LONG)
    .sort((a, b) => b.lines - a.lines)
    .map((one) => `${one.at}  ${one.name}, ${one.lines} lines`),
)
printAll(
  'Twins',
  [...Map.groupBy(declarations, (one) => one.text)]
    .filter(
      ([text, twins]) => text.length >= TWIN && new Set(twins.map((one) => one.path)).size > 1,
    )
    .map(([, twins]) => twins.map((one) => `${one.at} ${one.name}`).join('  ~  ')),
)
printAll('Exports that nothing imports', unusedExports(sources))

function printSizes(base: string | undefined): void {
  const now = sizesOf(sources.map(({ path, text }) => [path, linesOf(text)]))
  const then = base ? sizesOf(countedAt(base)) : undefined
  console.log(`Lines and files${base ? `, with what they were at ${base}` : ''}`)
  for (const area of [...AREAS, 'production', 'beside', 'all tests']) {
    const [lines, files] = now.get(area) ?? [0, 0]
    const [linesThen, filesThen] = then?.get(area) ?? [0, 0]
    const before = then ? `  (${linesThen}; ${filesThen})` : ''
    console.log(`  ${area.padEnd(12)} ${`${lines}`.padStart(7)} ${`${files}`.padStart(6)}${before}`)
  }
}

function sizesOf(counted: readonly (readonly [path: string, lines: number])[]) {
  const sizes = new Map<string, [lines: number, files: number]>()
  const add = (name: string, lines: number) => {
    const [sum, files] = sizes.get(name) ?? [0, 0]
    sizes.set(name, [sum + lines, files + 1])
  }
  for (const [path, lines] of counted) {
    const area = path.split('/')[0] ?? ''
    if (!AREAS.includes(area) || !SOURCE.test(path)) continue
    const isBeside = TEST.test(path) && area !== 'tests' && area !== 'bench'
    if (!isBeside) add(area, lines)
    if (isBeside) add('beside', lines)
    else if (area !== 'tests' && area !== 'bench') add('production', lines)
    if (TEST.test(path) || area === 'tests') add('all tests', lines)
  }
  return sizes
}

function countedAt(commit: string): [string, number][] {
  const counted = git('grep', '-c', '', commit, '--', ...AREAS)
  return counted.split('\n').flatMap((row): [string, number][] => {
    const [, path, lines] = /^[^:]+:(.+):(\d+)$/.exec(row) ?? []
    return path ? [[path, Number(lines)]] : []
  })
}

function lastTag(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0').trim()
  } catch {
    return
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  })
}

interface Declaration {
  path: string
  at: string
  name: string
  /** Without white space. */
  text: string
  lines: number
  isFunction: boolean
}

function declarationsOf({ path, text }: { path: string; text: string }): Declaration[] {
  return parseSync(path, text).program.body.flatMap((node): Declaration[] => {
    const inner = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    if (!inner || !('id' in inner) || !inner.id || !('name' in inner.id)) return []
    const own = text.slice(inner.start, inner.end)
    return [
      {
        path,
        at: `${path}:${linesOf(text.slice(0, inner.start)) + 1}`,
        name: inner.id.name,
        text: own.replaceAll(/\s+/g, ''),
        lines: linesOf(own) + 1,
        isFunction: inner.type === 'FunctionDeclaration',
      },
    ]
  })
}

function linesOf(text: string): number {
  return text.split('\n').length - 1
}

function printAll(title: string, rows: readonly string[]): void {
  console.log(`\n${title}: ${rows.length}`)
  for (const row of rows) console.log(`  ${row}`)
}
