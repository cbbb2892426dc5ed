import { execFile } from 'node:child_process'
import { appendFile, cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { AtEnd } from '../at-end.ts'
import { quickPlace } from '../quick-place.ts'

const PROJECT = resolve(import.meta.dirname, '../..')

/** In a work tree but in no release. */
const NOT_SOURCES = /^(?:node_modules|dist|data|\.git|\.cache)(?:\/|$)/

const BECOME_NEXT = `
import { NEXT_MIGRATION } from '#tests/next-migration.ts'
MIGRATIONS.push(NEXT_MIGRATION)
`

/** These sources plus one migration, built; returns the file that starts them. */
export async function aNextRelease(atEnd: AtEnd): Promise<string> {
  const folder = await mkdtemp(join(quickPlace(), 'farmstand-next-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const isSource = (path: string) => !NOT_SOURCES.test(relative(PROJECT, path))
  await cp(PROJECT, folder, { recursive: true, filter: isSource })
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
  await appendFile(join(folder, 'server/db/migrate.ts'), BECOME_NEXT)
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME }
  await promisify(execFile)(process.execPath, [join(folder, 'scripts/build.ts')], { env })
  return join(folder, 'server/main.js')
}
