import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PROJECT = join(import.meta.dirname, '..')

/** What npm runs of a package while installing it. */
const INSTALLING = ['preinstall', 'install', 'postinstall']

/** One package as the lock file names it. */
export type LockedPackage = {
  /** Where it is installed, such as `node_modules/pg`. */
  place: string
  name: string
  version: string
  integrity: string | undefined
  /** It comes within the bytes of the package above it. */
  isInBundle: boolean
  /** By exact version, one for each platform. */
  optionalDependencies: Record<string, string>
  /**
   * Whether it is taken by this very name from whichever registry
   * the one who installs uses: no address, no link, no alias.
   */
  isFromRegistry: boolean
  /** As the lock file or its own installed `package.json` says. */
  hasInstallScript: boolean
  isDevelopment: boolean
  isOptional: boolean
  /**
   * As its own installed `package.json` says, or the lock file
   * where this platform has no use for it; null where nobody says.
   */
  licence: string | null
}

type Entry = {
  version: string
  /** Only of another name than the place's. */
  name?: string
  /** Left out by `.npmrc` for whatever a registry gives. */
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

/** Every package of package-lock.json but the shop itself. */
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

/** `licenses` is how packages of long ago said theirs: one may choose. */
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

/** The text of a file of this repository. */
export function readProject(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8')
}

/** A JSON file of this repository, believed to be of that shape. */
export function readJson<T>(path: string): T {
  return JSON.parse(readProject(path))
}
