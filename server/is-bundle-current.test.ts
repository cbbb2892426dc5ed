import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { quickPlace } from '#tests/quick-place.ts'
import { BUNDLE_SOURCES, isBundleCurrent, listSources } from './is-bundle-current.js'

const SOURCES = [
  'server/db/write.ts',
  'server/main.js',
  'contract/money/money.ts',
  'package-lock.json',
]

/** Sources last changed at second 50, bundled at second 100. */
function aProject() {
  const project = mkdtempSync(join(quickPlace(), 'farmstand-bundle-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  const put = (file: string, text: string, second: number) => {
    const path = join(project, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    utimesSync(path, second, second)
  }
  for (const source of SOURCES) put(source, 'some', 50)
  put(BUNDLE_SOURCES, listSources(project), 100)
  return { project, put }
}

test('a bundle is current for the sources it was made of, whatever became of their tests', () => {
  const { project, put } = aProject()
  expect(isBundleCurrent(project)).toBe(true)
  put('server/db/write.test.ts', 'more', 150)
  put('server/dev-pages.ts', 'more', 150)
  expect(isBundleCurrent(project)).toBe(true)
})

test.each(SOURCES)('a bundle of another %s is not', (source) => {
  for (const [text, second] of [
    ['some', 150],
    ['some', 10],
    ['other', 50],
  ] as const) {
    const { project, put } = aProject()
    put(source, text, second)
    expect([text, second, isBundleCurrent(project)]).toEqual([text, second, false])
  }
})

test('nor is one beside a source that came or went', () => {
  const more = aProject()
  more.put('server/db/new.ts', 'some', 50)
  expect(isBundleCurrent(more.project)).toBe(false)
  const fewer = aProject()
  rmSync(join(fewer.project, 'contract/money/money.ts'))
  expect(isBundleCurrent(fewer.project)).toBe(false)
})

test('without a bundle there is none that could be', () => {
  const { project } = aProject()
  rmSync(join(project, BUNDLE_SOURCES))
  expect(isBundleCurrent(project)).toBe(false)
})
