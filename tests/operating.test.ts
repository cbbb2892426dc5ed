import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { parseSettings } from '#server/config/settings-file.ts'
import { NODE } from '../scripts/release.ts'
import { readJson, readProject } from './locked-packages.ts'

const ROOT = `${import.meta.dirname}/..`

const manual = readProject('docs/operating.md')

const variables = globSync('server/config/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) =>
    [...readProject(path).matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(([, name]) => name ?? ''),
  )

const example = readProject('farmstand.env.example')

/** Every line that is a setting once its # is taken away. */
const settings = [...example.matchAll(/^# ([A-Z][A-Z\d_]+=.*)$/gm)].map(([, line = '']) => line)

test('the example of settings names every variable of the configuration, each under a sentence', () => {
  const names = settings.map((line) => line.split('=')[0] ?? '')
  expect(variables).toEqual(expect.arrayContaining(['PORT', 'SMTP_URL', 'STRIPE_SECRET_KEY']))
  expect(names.toSorted()).toEqual([...new Set(variables)].toSorted())
  const blocks = example.split('\n\n').filter((block) => /^# [A-Z][A-Z\d_]+=/m.test(block))
  expect(
    blocks.filter((block) => !/^# .*[a-z].*\.\n(?:# [A-Z][A-Z\d_]+=.*\n?)+$/.test(block)),
  ).toEqual([])
})

test('what the example gives, the configuration takes, and defaults are what they are', () => {
  const { settings: given, refused } = parseSettings(settings.join('\n'))
  expect(refused).toEqual([])
  const taken = readConfig({ ...given, SETTINGS_FILE: '' })
  expect(taken.misspelled).toEqual([])
  const { port, host, workers, stopDelay, logLevel, hsts, cdn, demo } = readConfig({})
  expect(taken).toMatchObject({ port, host, workers, stopDelay, logLevel, hsts, cdn, demo })
})

describe('the manual', () => {
  test('speaks only of figures that are told', () => {
    const sources = globSync('server/watch/*.ts', { cwd: ROOT }).map(readProject).join('\n')
    const named = manual.match(/farmstand_[a-z_]+[a-z]/g) ?? []
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !sources.includes(name))).toEqual([])
  })

  test('leads only to files and headings that are there', () => {
    for (const path of globSync('{*,docs/**/*}.md', { cwd: ROOT })) {
      const folder = path.slice(0, path.lastIndexOf('/') + 1)
      for (const [, to = ''] of readProject(path).matchAll(/\]\(((?!https?:)[^)]+)\)/g))
        expectThere(folder, path, to)
    }
  })
})

/** What is typed at a prompt, in the papers and in what the program says. */
const TYPED = /(?<![/@.\w-])farmstand ((?:farms )?[a-z]+(?:-[a-z]+)*)([^`'"\n<]*)/g

/** Names that PostgreSQL and systemd show. */
const NO_COMMANDS = ['listener', 'watch', 'password', 'farmstand', 'farms']

test('every command that the papers and the program name is there, with the options named', async () => {
  const papers = ['{*,docs/*}.md', '{farmstand.env.example,compose*.yaml,Dockerfile}']
  const sources = '{contract,scripts,server,web}/**/*.{ts,tsx,js}'
  const named = new Map<string, Set<string>>()
  for (const path of globSync([...papers, sources], { cwd: ROOT, exclude: ['**/*.test.ts'] }))
    for (const [, command = '', rest = ''] of readProject(path).matchAll(TYPED)) {
      if (NO_COMMANDS.includes(command)) continue
      const [own = ''] = rest.split(/&&|#/)
      const options = own.match(/--[a-z-]+/g) ?? []
      named.set(command, new Set([...(named.get(command) ?? []), ...options]))
    }
  expect(named.size).toBeGreaterThan(15)
  const unknown = [...named].map(async ([command, options]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...[join(ROOT, 'scripts/farmstand.js'), ...command.split(' '), '--help'],
    ]).catch(() => ({ stdout: '' }))
    // A command that is not there answers with the help of its parent.
    if (!stdout.startsWith(`Usage: farmstand ${command}`)) return [command]
    return [...options]
      .filter((option) => !stdout.includes(option))
      .map((one) => `${command} ${one}`)
  })
  expect((await Promise.all(unknown)).flat()).toEqual([])
})

function expectThere(folder: string, from: string, to: string): void {
  const [file = '', heading] = to.split('#')
  const path = file === '' ? from : new URL(`x:/${folder}${file}`).pathname.slice(1)
  expect([to, globSync(path.replace(/\/$/, ''), { cwd: ROOT }).length]).toEqual([to, 1])
  if (heading === undefined) return
  const headings = [...readProject(path).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
  expect(headings).toContain(heading)
}

test.each(['specification', 'payments'])(
  'every section of docs/%s.md that the code cites is there',
  (paper) => {
    const headings = readProject(`docs/${paper}.md`).matchAll(/^#{2,3} (\d+(?:\.\d+)?)/gm)
    const sections = [...headings].map(([, number]) => number)
    const citation = new RegExp(
      `\\(${paper},[\\s*/]+sections?[\\s*/]+(\\d[\\d.]*)(?: and (\\d[\\d.]*))?\\)`,
      'g',
    )
    const cited = globSync('{contract,scripts,server,tests,web}/**/*.{ts,tsx,js}', { cwd: ROOT })
      .flatMap((path) => [...readProject(path).matchAll(citation)])
      .flatMap(([, ...numbers]) => numbers.filter(Boolean))
    expect(cited.length).toBeGreaterThan(3)
    expect(cited.filter((number) => !sections.includes(number))).toEqual([])
  },
)

test('the image, the workflows and the development use one Node', () => {
  const { devDependencies } = readJson<{ devDependencies: { node: string } }>('package.json')
  const [major] = devDependencies.node.split('.')
  const images = [
    ...readProject('Dockerfile').matchAll(/^FROM (?:--platform=\S+ )?node:(\d+)-slim/gm),
  ].map(([, version]) => version)
  const workflows = ['ci', 'audit', 'release'].map(
    (name) => /node-version: ['"](\d+)['"]/.exec(readProject(`.github/workflows/${name}.yml`))?.[1],
  )
  expect([...images, ...workflows]).toEqual([major, major, major, major])
  expect(NODE.version).toBe(devDependencies.node)
})

test('the workflow opens the shop on each system and from each Node on that README promises', () => {
  const [, from, systems = ''] =
    /Node (\d+) or newer, on (.+?) \(the workflow `ci\.yml`/.exec(
      readProject('README.md').replaceAll('\n', ' '),
    ) ?? []
  const matrix = (name: string) =>
    new RegExp(`${name}: \\[(.*)\\]`).exec(readProject('.github/workflows/ci.yml'))?.[1] ?? ''
  expect(readJson<{ engines: { node: string } }>('package.json').engines.node).toBe(`>=${from}`)
  expect(matrix('node').split(', ')[0]).toBe(`"${from}"`)
  expect(systems).toBe('Linux with glibc, macOS or Windows')
  expect(matrix('os').replaceAll(/[-\d.]+/g, '')).toBe('ubuntu, ubuntuarm, macos, windows')
})
