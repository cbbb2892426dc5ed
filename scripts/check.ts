// The quick check for every commit: types, lint, and tests affected since main, on SQLite in Node.
// `npm test` runs everything, in PostgreSQL and a browser too.

import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { changedFiles, type Imports, testsOfChange } from './tests-of-change.ts'

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
