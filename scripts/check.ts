// The quick check for every commit: types, lint, and tests affected since main, on SQLite in Node.
// `npm test` runs everything, in PostgreSQL and a browser too.

import { execFileSync, spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Imports, testsOfChange } from './tests-of-change.ts'

process.chdir(resolve(import.meta.dirname, '..'))

const PROJECTS = ['node', 'screens', 'explorer']

const lint = run('npm', ['run', '--silent', 'lint'])
const changed = changedFiles()
const tests = testsOfChange(await readProject(), changed)
console.log(`${changed.size} files changed, ${tests.length} files of tests depend on them.`)
const projects = PROJECTS.flatMap((name) => ['--project', name])
const codes = await Promise.all([
  lint,
  run('vitest', ['run', ...projects, '--maxWorkers', '2', ...tests]),
])
process.exitCode = codes.find((code) => code !== 0) ?? 0

/** What differs from main or is uncommitted; on main, from origin/main or the previous commit. */
function changedFiles(): Set<string> {
  const head = git('rev-parse', 'HEAD')[0]
  const base = ['origin/main', 'main', 'HEAD~1']
    .flatMap((name) => git('merge-base', 'HEAD', name)[0] ?? [])
    .find((commit) => commit !== head)
  const uncommitted = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return new Set([...(base ? git('diff', '--name-only', base, 'HEAD') : []), ...uncommitted])
}

function git(...args: string[]): string[] {
  try {
    const printed = execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return printed.split('\n').filter((line) => line !== '')
  } catch {
    return []
  }
}

async function readProject(): Promise<Imports[]> {
  // Imported late: its parser comes with the page builder and loads slowly.
  const { readSource } = await import('../tests/read-sources.ts')
  return globSync('{contract,server,web,tests,scripts,bench}/**/*.{ts,tsx}').map((path) =>
    readSource(path, readFileSync(path, 'utf8')),
  )
}

function run(program: string, args: string[]): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit' })
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)))
}
