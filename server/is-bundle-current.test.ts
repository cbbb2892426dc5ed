import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { quickPlace } from '#tests/quick-place.ts'

const PLAIN = './is-bundle-current.js'
const { BUNDLE, isBundleCurrent } = (await import(PLAIN)) as {
  BUNDLE: string
  isBundleCurrent(project: string): boolean
}

const SOURCES = ['server/db/write.ts', 'server/main.js', 'contract/money.ts', 'package-lock.json']

/** A project whose bundle was made at second 100, of sources of second 50. */
function aProject() {
  const project = mkdtempSync(join(quickPlace(), 'farmstand-bundle-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  const change = (file: string, second: number) => {
    const path = join(project, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
    utimesSync(path, second, second)
  }
  for (const source of SOURCES) change(source, 50)
  change(BUNDLE, 100)
  return { project, change }
}

test('a bundle that is newer than its sources is current, whatever became of their tests', () => {
  const { project, change } = aProject()
  expect(isBundleCurrent(project)).toBe(true)
  change('server/db/write.test.ts', 150)
  expect(isBundleCurrent(project)).toBe(true)
})

test.each(SOURCES)('a bundle that is older than %s is not', (source) => {
  const { project, change } = aProject()
  change(source, 150)
  expect(isBundleCurrent(project)).toBe(false)
})

test('without a bundle there is none that could be', () => {
  const { project } = aProject()
  rmSync(join(project, BUNDLE))
  expect(isBundleCurrent(project)).toBe(false)
})
