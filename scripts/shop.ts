// Runs a shop command on a server, with its settings file and as its user, whoever types it. Called
// by /usr/local/bin/shop.

import '../server/require-node.js'
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readSettingsFile } from '../server/config/config.ts'
import { ownerMessage } from '../server/core/owner-messages.ts'

const COMMANDS = {
  backup: ['backup.ts', 'writes the whole shop into one file, while it sells; --to FILE elsewhere'],
  restore: ['restore.ts', 'FILE: puts a backup in the place of the shop, which must be stopped'],
  'check:books': [
    'check-books.ts',
    'compares stock, orders and money, and prints the rows that differ',
  ],
  'passkeys:off': ['passkeys-off.ts', 'the password alone signs in again, where a passkey is lost'],
  'move-to-postgres': ['move-to-postgres.ts', 'postgres://…: takes the shop to PostgreSQL'],
  'move-back': ['move-back.ts', 'opens the shop again that moved to PostgreSQL, as it was then'],
  'stripe:check': ['stripe-check.ts', 'tries Stripe’s keys, and makes the webhook'],
  'payments:unlatch': [
    'unlatch-payments.ts',
    'lets a shop that took live money take test cards again',
  ],
} as const satisfies Record<string, readonly [script: string, does: string]>

const PROJECT = resolve(import.meta.dirname, '..')

/** What a shell may pass along besides the settings; as for the service, nothing else counts. */
const HANDED_ON = /^(?:PATH|HOME|TERM|TZ|LANG|LC_\w+|DATABASE_URL_TO)$/

try {
  const { values, positionals, rest } = readWords(process.argv.slice(2))
  const [command = ''] = positionals
  if (!Object.hasOwn(COMMANDS, command)) {
    console.error(usage(command))
    process.exit(command === '' || command === 'help' ? 0 : 2)
  }
  const settings = readSettingsFile(values.settings)
  becomeUser(values.user)
  replaceEnvironment({ DATA_DIR: values['data-dir'], ...settings })
  const [script] = COMMANDS[command as keyof typeof COMMANDS]
  const path = resolve(import.meta.dirname, script)
  process.argv = [process.execPath, path, ...rest]
  await import(path)
} catch (error) {
  console.error(ownerMessage(error))
  process.exitCode = 1
}

/** Our options come before the command; the rest are the command's, with or without `--`. */
function readWords(words: string[]) {
  const own = words.findIndex(
    (word, at) => !word.startsWith('--') && !words[at - 1]?.startsWith('--'),
  )
  const upTo = own < 0 ? words.length : own + 1
  const rest = words.slice(upTo)
  if (rest[0] === '--') rest.shift()
  const options = {
    settings: { type: 'string', default: '/etc/farmstand.env' },
    user: { type: 'string', default: 'farmstand' },
    'data-dir': { type: 'string', default: resolve(PROJECT, 'data') },
  } as const
  return { ...parseArgs({ args: words.slice(0, upTo), allowPositionals: true, options }), rest }
}

function usage(command: string): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, [, does]]) => `  shop ${name.padEnd(17)} ${does}`,
  )
  const wrong = command === '' || command === 'help' ? [] : [`There is no command ${command}.`]
  return [...wrong, ...lines].join('\n')
}

/** Nobody else could write files that root makes. */
function becomeUser(user: string): void {
  if (process.getuid?.() !== 0) return
  const ask = (what: string) =>
    execFileSync('id', [what, user], { stdio: 'pipe', encoding: 'utf8' })
  let ids: [user: number, group: number]
  try {
    ids = [Number(ask('-u')), Number(ask('-g'))]
  } catch {
    throw new ConfigError(`There is no user ${user} on this machine.`)
  }
  process.setgroups?.([])
  process.setgid?.(ids[1])
  process.setuid?.(ids[0])
}

function replaceEnvironment(settings: Record<string, string>): void {
  for (const name of Object.keys(process.env)) if (!HANDED_ON.test(name)) delete process.env[name]
  Object.assign(process.env, settings)
  // Relative to the release's folder, as for the service.
  for (const name of ['DATA_DIR', 'BACKUP_DIR'])
    if (process.env[name]) process.env[name] = resolve(PROJECT, process.env[name])
}
