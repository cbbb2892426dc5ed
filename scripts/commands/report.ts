import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { arch, platform, release } from 'node:os'
import { resolve } from 'node:path'
import { readConfig } from '#server/config/config.ts'
import { openForReading } from '#server/db/open-database.ts'
import { examine } from '#server/features/setup/examine.ts'
import { ownVersion } from '#server/outside/release-feed.ts'
import { findShop, type WhichShop } from './act-as-server.ts'

const ERRORS = 50
const WARNING = 40

/** What the log of a service says; needs the right to read it, which the shop's user lacks. */
export function readLog(which: WhichShop): string {
  const unit = findShop(which)?.unit
  if (!unit) return ''
  const words = ['-u', unit, '-o', 'cat', '--no-pager', '-n', '20000']
  try {
    return execFileSync('journalctl', words, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  } catch {
    return ''
  }
}

/** A file for whoever helps: versions, the doctor's list, the last errors; no person, no secret. */
export async function report({ to }: { to?: string }, log: string): Promise<void> {
  const config = readConfig()
  const { db, close } = await openForReading(config)
  const findings = await examine({ db, config, now: new Date() }).finally(close)
  const lines = [
    `Farmstand ${ownVersion()}, Node ${process.version}, ${platform()} ${release()} ${arch()}, ${config.databaseUrl ? 'PostgreSQL' : 'SQLite'}, ${config.workers} process`,
    '',
    ...findings.map(({ what, state, found }) => `${state.padEnd(8)} ${what}: ${found}`),
    '',
    ...errorsOf(log),
  ]
  const file = resolve(to ?? `/tmp/farmstand-report-${new Date().toISOString().slice(0, 10)}.txt`)
  writeFileSync(file, `${lines.map(redact).join('\n')}\n`)
  console.log(`${file}: look through it, then send it to whoever helps you.`)
}

function errorsOf(log: string): string[] {
  const errors = log.split('\n').filter((line) => {
    try {
      return JSON.parse(line).level > WARNING
    } catch {
      return false
    }
  })
  return errors.slice(-ERRORS)
}

const SECRETS: readonly [RegExp, string][] = [
  [/[^\s"'<>:@/]+@[\w-]+(?:\.[\w-]+)+/g, '<email>'],
  [/\b(?:[srp]k|rk|whsec)_\w+/g, '<key>'],
  [/\/\/[^\s/@]*:[^\s/@]*@/g, '//<password>@'],
  // Receipts, links and tokens have addresses that nobody guesses.
  [/[\w-]{22,}/g, '<secret>'],
  [/(?<!\d)(?:\+?1[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}(?!\d)/g, '<number>'],
]

export function redact(line: string): string {
  return SECRETS.reduce((text, [what, instead]) => text.replace(what, instead), line)
}
