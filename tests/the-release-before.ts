import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { MIGRATION_NAMES } from '#server/db/migrate.ts'
import type { AtEnd } from './at-end.ts'
import { quickPlace } from './quick-place.ts'

const run = promisify(execFile)
const PROJECT = resolve(import.meta.dirname, '..')

/** A release that is ready to start, by its first file. */
export type Release = { main: string; commit: string }

/**
 * The sources as they were before the newest migration came, built; null where the history does not
 * reach there, as in an unpacked archive.
 */
export async function theReleaseBefore(atEnd: AtEnd): Promise<Release | null> {
  const newest = MIGRATION_NAMES.at(-1) ?? ''
  const commit = await commitBefore(`server/db/migrations/${newest}.ts`)
  if (commit === null) return null
  const folder = await mkdtemp(join(quickPlace(), 'farmstand-before-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  await run('sh', ['-c', `git archive ${commit} | tar -x -C ${folder}`], { cwd: PROJECT })
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
  const { PATH = '', HOME = '' } = process.env
  await run(process.execPath, [join(folder, 'scripts/build.ts')], { env: { PATH, HOME } })
  return { main: join(folder, 'server/main.js'), commit }
}

async function commitBefore(path: string): Promise<string | null> {
  const git = (...text: string[]) =>
    run('git', text, { cwd: PROJECT }).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    )
  const added = await git('log', '--diff-filter=A', '--format=%H', '-1', '--', path)
  return (added && (await git('rev-parse', '--verify', '--quiet', `${added}^`))) || null
}
