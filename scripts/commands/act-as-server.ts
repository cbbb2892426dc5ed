import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { ConfigError, readSettingsFile } from '#server/config/config.ts'
import { makePrivate } from '#server/files/private-files.ts'

/** Which shop of this machine a command is for; none: the one of the environment. */
export type WhichShop = { settings?: string; farm?: string; user?: string; dataDir?: string }

const PROJECT = resolve(import.meta.dirname, '../..')

/** What a shell may pass along besides the settings; as for the service, nothing else counts. */
const HANDED_ON = /^(?:PATH|HOME|TERM|TZ|LANG|LC_\w+|DATABASE_URL_TO)$/

/** On a server: with the settings and as the user of its service, whoever types it. */
export async function actAsServer(which: WhichShop, work: () => Promise<void>): Promise<void> {
  makePrivate()
  const shop = findShop(which)
  if (!shop) return work()
  const settings = readSettingsFile(shop.settings)
  becomeUser(shop.user)
  replaceEnvironment({ DATA_DIR: shop.dataDir, ...settings })
  await work()
}

export type ServerShop = { settings: string; user: string; dataDir: string; unit: string }

/** Null away from a server. */
export function findShop({ settings, farm, user, dataDir }: WhichShop): ServerShop | null {
  const own = farm ? { name: `farmstand-${farm}`, unit: `farmstand@${farm}` } : null
  const file = farm ? `/etc/farmstand/${farm}.env` : settings
  if (!file) return null
  return {
    settings: file,
    user: user ?? own?.name ?? 'farmstand',
    dataDir: dataDir ?? `/var/lib/farmstand/${farm ?? 'data'}`,
    unit: own?.unit ?? 'farmstand',
  }
}

/** Nobody else could write files that root makes. */
function becomeUser(user: string): void {
  if (process.getuid?.() !== 0) return
  const [uid, gid] = idsOf(user)
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

export function idsOf(user: string): [user: number, group: number] {
  const ask = (what: string) =>
    Number(execFileSync('id', [what, user], { stdio: 'pipe', encoding: 'utf8' }))
  try {
    return [ask('-u'), ask('-g')]
  } catch {
    throw new ConfigError(`There is no user ${user} on this machine.`)
  }
}

function replaceEnvironment(settings: Record<string, string>): void {
  for (const name of Object.keys(process.env)) if (!HANDED_ON.test(name)) delete process.env[name]
  Object.assign(process.env, settings)
  // Relative to the release's folder, as for the service.
  for (const name of ['DATA_DIR', 'BACKUP_DIR'])
    if (process.env[name]) process.env[name] = resolve(PROJECT, process.env[name])
}
