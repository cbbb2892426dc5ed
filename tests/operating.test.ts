import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { readJson, readProject } from './locked-packages.ts'

const ROOT = `${import.meta.dirname}/..`

const manual = readProject('docs/operating.md')

const variables = globSync('server/config/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) =>
    [...readProject(path).matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(([, name]) => name ?? ''),
  )

function rowOf(name: string, text = manual): string | undefined {
  const rows = text.split('\n').filter((line) => line.startsWith('| `'))
  return rows.find((row) => row.split(' | ')[0]?.includes(`\`${name}\``))
}

test('the README leads whoever tries the shop out to every variable and its default', () => {
  expect(readProject('README.md')).toContain('(docs/operating.md#2-settings-etcfarmstandenv)')
  expect(manual).toContain('\n| variable | default | ')
  const rows = variables.map((name) => rowOf(name) ?? '')
  expect(rows.filter((row) => !/^\| [^|]+\|[^|]+\|[^|]+\|$/.test(row))).toEqual([])
})

describe('the manual', () => {
  test('names every variable of the configuration, in the table of settings', () => {
    expect(variables).toEqual(expect.arrayContaining(['PORT', 'SMTP_URL', 'STRIPE_SECRET_KEY']))
    expect(variables.filter((name) => rowOf(name) === undefined)).toEqual([])
  })

  test('gives examples that the configuration takes', () => {
    const env = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://farm.example',
      TRUST_PROXY: 'loopback',
      DEMO: '0',
      SMTP_URL: 'smtp://user:password@mail.example:587',
      MAIL_FROM: 'Our Farm <orders@farm.example>',
      METRICS_PORT: '9100',
      STOP_DELAY: '10',
    }
    expect(readConfig(env)).toMatchObject({
      metricsPort: 9100,
      stopDelay: 10,
      trustProxy: 'loopback',
    })
    const wrong = Object.entries(env).filter(
      ([name, value]) => !new RegExp(`[\`']${value}[\`']`).test(rowOf(name) ?? ''),
    )
    expect(wrong).toEqual([])
  })

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
  const images = [...readProject('Dockerfile').matchAll(/^FROM node:(\d+)-slim/gm)].map(
    ([, version]) => version,
  )
  const workflows = ['ci', 'audit'].map(
    (name) => /node-version: ['"](\d+)['"]/.exec(readProject(`.github/workflows/${name}.yml`))?.[1],
  )
  expect([...images, ...workflows]).toEqual([major, major, major, major])
  expect(manual).toContain(`V=v${devDependencies.node};`)
})
