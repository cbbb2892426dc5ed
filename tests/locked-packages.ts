import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PROJECT = join(import.meta.dirname, '..')

const INSTALLING = ['preinstall', 'install', 'postinstall']

export type LockedPackage = {
  /** Where it's installed, like `node_modules/pg`. */
  place: string
  name: string
  version: string
  integrity: string | undefined
  /** It ships inside its parent package's own bytes. */
  isInBundle: boolean
  /** By exact version, one for each platform. */
  optionalDependencies: Record<string, string>
  /** Taken by this very name from the installer's own registry: no address, no link, no alias. */
  isFromRegistry: boolean
  /** By the lock file or its own installed `package.json`. */
  hasInstallScript: boolean
  isDevelopment: boolean
  isOptional: boolean
  /**
   * By its installed `package.json`, or the lock file if this platform doesn't install it; null if
   * neither says.
   */
  licence: string | null
}

type Entry = {
  version: string
  /** Only when it differs from the place's. */
  name?: string
  /** Left out by `.npmrc` for anything from a registry. */
  resolved?: string
  link?: true
  integrity?: string
  inBundle?: true
  optionalDependencies?: Record<string, string>
  hasInstallScript?: true
  dev?: true
  devOptional?: true
  optional?: true
  license?: string
}

export function lockedPackages(): LockedPackage[] {
  const lock: { packages: Record<string, Entry> } = readJson('package-lock.json')
  return Object.entries(lock.packages).flatMap(([place, entry]) =>
    place === '' ? [] : [asPackage(place, entry)],
  )
}

function asPackage(place: string, entry: Entry): LockedPackage {
  const { license, licenses, scripts = {} } = installedManifest(place)
  return {
    place,
    name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: entry.version,
    integrity: entry.integrity,
    isInBundle: entry.inBundle === true,
    optionalDependencies: entry.optionalDependencies ?? {},
    isFromRegistry:
      entry.resolved === undefined && entry.link === undefined && entry.name === undefined,
    hasInstallScript: entry.hasInstallScript === true || INSTALLING.some((name) => name in scripts),
    isDevelopment: entry.dev === true,
    isOptional: entry.optional === true || entry.devOptional === true,
    licence:
      typeof license === 'string'
        ? license
        : (entry.license ?? licenses?.map(({ type }) => type).join(' OR ') ?? null),
  }
}

/** `licenses` is an old form: one may choose. */
type Installed = {
  license?: unknown
  licenses?: { type: string }[]
  scripts?: Record<string, string>
}

function installedManifest(place: string): Installed {
  return existsSync(join(PROJECT, place, 'package.json'))
    ? readJson(join(place, 'package.json'))
    : {}
}

export function readProject(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8')
}

export function readJson<T>(path: string): T {
  return JSON.parse(readProject(path))
}
