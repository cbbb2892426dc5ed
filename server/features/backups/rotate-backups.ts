import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { farmDayOf } from '#contract/farm-time.ts'
import { readBackupName } from './backup-name.ts'

export type Retention = { daily: number; weekly: number }

/** A file that is being written is younger than this, in milliseconds. */
const MAX_WRITING = 24 * 60 * 60_000

/** The nightly backups that are neither the newest of one of the last days nor of one of the last weeks, by the farm's calendar. */
export function nightliesToRemove(names: readonly string[], retention: Retention): string[] {
  const nightlies = names
    .flatMap((name) => {
      const parsed = readBackupName(name)
      return parsed?.kind === 'nightly' ? [{ name, at: parsed.madeAt.toISOString() }] : []
    })
    .sort((one, other) => (one.at < other.at ? 1 : -1))
  const newestOf = (period: (at: string) => string, many: number) =>
    [...new Map(nightlies.toReversed().map(({ name, at }) => [period(at), name])).values()]
      .sort((one, other) => (one < other ? 1 : -1))
      .slice(0, many)
  const remaining = new Set([...newestOf(dayOf, Math.max(1, retention.daily)), ...newestOf(weekOf, retention.weekly)])
  return nightlies.filter(({ name }) => !remaining.has(name)).map(({ name }) => name)
}

const dayOf = (at: string) => farmDayOf(at).toString()

function weekOf(at: string): string {
  const day = farmDayOf(at)
  return `${day.yearOfWeek}-${day.weekOfYear}`
}

/** Removes nightly backups that are no longer wanted, and what broken writing left; those made by hand stay. */
export async function rotateBackups(folder: string, retention: Retention, now: Date): Promise<void> {
  const names = await readdir(folder)
  for (const name of nightliesToRemove(names, retention)) await rm(join(folder, name), { force: true })
  for (const name of names.filter((one) => /^farmstand-.*\.part$/.test(one))) {
    const file = await stat(join(folder, name)).catch(() => null)
    if (file && now.getTime() - file.mtimeMs > MAX_WRITING) await rm(join(folder, name), { force: true })
  }
}
