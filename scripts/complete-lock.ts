// Completes package-lock.json, or with --check only says what is wrong with it.
// Tools such as Biome ship one optional package per platform. A lock file written where only some of them can be
// had leaves the others out, and `npm ci` then refuses it. Their versions stand in the parents'
// `optionalDependencies`, their platforms in their names, so nothing has to be fetched.

import { readFileSync, writeFileSync } from 'node:fs'

interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

interface Lock {
  packages: Record<string, LockedPackage>
}

interface Gap {
  key: string
  entry: LockedPackage
}

const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/
const cpus = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]
const systems = new Map([
  ...[
    'aix',
    'android',
    'darwin',
    'freebsd',
    'linux',
    'netbsd',
    'openbsd',
    'openharmony',
    'sunos',
    'win32',
  ].map((name): [string, string] => [name, name]),
  ['linuxmusl', 'linux'],
  ['windows', 'win32'],
  ['fsevents', 'darwin'],
])
const libraries = new Map([
  ['gnu', 'glibc'],
  ['musl', 'musl'],
  ['linuxmusl', 'musl'],
])

/**
 * Says from a package's name on which platform npm may install it; throws when the name does not
 * tell.
 */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const parts = name.split(/[-/@]/)
  const cpu = parts.filter((part) => cpus.includes(part))
  const os = parts.flatMap((part) => systems.get(part) ?? [])
  const libc = parts.flatMap((part) => libraries.get(part) ?? [])
  if (cpu.length + os.length === 0) throw new Error(`${name}: its name does not tell its platform`)
  return {
    ...(cpu.length > 0 && { cpu }),
    ...(libc.length > 0 && { libc }),
    ...(os.length > 0 && { os }),
  }
}

/**
 * Lists the optional packages that some locked package names and the lock file lacks, in the lock's
 * own order.
 */
function missingPackages(lock: Lock): Gap[] {
  const gaps = new Map<string, Gap>()
  for (const [parent, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isLocked(lock, parent, name, version)) continue
      const gap = gapFor(lock, parent, name, version)
      gaps.set(gap.key, gap)
    }
  }
  return [...gaps.values()].sort((a, b) => inLockOrder(a.key, b.key))
}

function isLocked(lock: Lock, parent: string, name: string, version: string): boolean {
  return foldersAbove(parent).some((folder) => {
    const found = lock.packages[`${folder}node_modules/${name}`]
    return found !== undefined && (found.version === version || !exactVersion.test(version))
  })
}

/** The folders in which Node looks for the dependencies of a package, its own first. */
function foldersAbove(parent: string): string[] {
  const folders = [parent === '' ? '' : `${parent}/`]
  for (let rest = parent; rest !== ''; ) {
    rest = rest.slice(0, Math.max(0, rest.lastIndexOf('node_modules/')))
    folders.push(rest)
    rest = rest.replace(/\/$/, '')
  }
  return folders
}

function gapFor(lock: Lock, parent: string, name: string, version: string): Gap {
  if (!exactVersion.test(version))
    throw new Error(`${name}: ${parent} asks for ${version}, which is not one version`)
  const isTaken = lock.packages[`node_modules/${name}`] !== undefined
  const { cpu, libc, os } = platformOf(name)
  const { dev, devOptional } = lock.packages[parent] ?? {}
  const entry = { version, cpu, dev, devOptional, libc, optional: true, os }
  return {
    key: `${isTaken ? `${parent}/` : ''}node_modules/${name}`,
    entry: Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)),
  }
}

/**
 * Lists the entries that name a download address: whoever installs asks the registry of their own
 * choice.
 */
function strayAddresses(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([, { resolved }]) => resolved?.startsWith('http'))
    .map(([key]) => key)
}

function inLockOrder(a: string, b: string): number {
  return a.localeCompare(b, 'en')
}

function completed(lock: Lock): Lock {
  const strays = new Set(strayAddresses(lock))
  const present = Object.entries(lock.packages).map(([key, entry]): [string, LockedPackage] => {
    const { resolved, ...rest } = entry
    return strays.has(key) ? [key, rest] : [key, entry]
  })
  const added = missingPackages(lock).map(({ key, entry }): [string, LockedPackage] => [key, entry])
  return {
    ...lock,
    packages: Object.fromEntries([...present, ...added].sort(([a], [b]) => inLockOrder(a, b))),
  }
}

function main(): void {
  const path = new URL('../package-lock.json', import.meta.url)
  const lock: Lock = JSON.parse(readFileSync(path, 'utf8'))
  const missing = missingPackages(lock).map(({ key }) => `missing: ${key}`)
  const strays = strayAddresses(lock).map((key) => `not from the public registry: ${key}`)
  const faults = [...missing, ...strays]
  console.log(faults.length === 0 ? 'package-lock.json is complete.' : faults.join('\n'))
  if (faults.length === 0) return
  if (process.argv.includes('--check')) {
    console.error(
      '\npackage-lock.json is incomplete: run `node_modules/.bin/node scripts/complete-lock.ts`.',
    )
    process.exitCode = 1
  } else {
    writeFileSync(path, `${JSON.stringify(completed(lock), null, 2)}\n`)
  }
}

if (import.meta.main) main()
