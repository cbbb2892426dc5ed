import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const GUIDES = globSync(['{README,ARCHITECTURE,CONTRIBUTING,SECURITY}.md', 'docs/**/*.md'], {
  cwd: ROOT,
})

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const sources = globSync('{*.ts,{contract,server,web,tests,scripts,bench}/**/*.{ts,tsx,js,css}}', {
  cwd: ROOT,
})

test('every source that a guide names is there', () => {
  const named = GUIDES.flatMap((guide) =>
    [...read(guide).matchAll(/`([\w.][\w./-]*\.(?:tsx?|js|css))`/g)].map(([, path = '']) => path),
  )
  const missing = named.filter((path) => !sources.some((one) => `/${one}`.endsWith(`/${path}`)))
  expect(named.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})

test('everything that a stylesheet takes classes from, or leaves out, is there', () => {
  const taken = globSync('web/*.css', { cwd: ROOT }).flatMap((path) =>
    [...read(path).matchAll(/@source (?:not )?"([^"]+)"/g)].map(([, folder = '']) =>
      join(dirname(path), folder),
    ),
  )
  expect(taken.length).toBeGreaterThan(1)
  expect(taken.filter((path) => globSync(path, { cwd: ROOT }).length === 0)).toEqual([])
})
