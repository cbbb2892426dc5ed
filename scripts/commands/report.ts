import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from '#server/config/config.ts'
import { openForReading } from '#server/db/open-database.ts'
import { composeReport } from '#server/features/setup/compose-report.ts'
import { diagnose } from '#server/features/setup/diagnose.ts'
import { findShop, type WhichShop } from './act-as-server.ts'

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

export async function report({ to }: { to?: string }, log: string): Promise<void> {
  const config = readConfig()
  await using shop = await openForReading(config)
  const findings = await diagnose({ db: shop.db, config, now: new Date() })
  const file = resolve(to ?? `/tmp/farmstand-report-${new Date().toISOString().slice(0, 10)}.txt`)
  writeFileSync(file, composeReport(config, findings, log.split('\n')))
  console.log(`${file}: look through it, then send it to whoever helps you.`)
}
