import { readConfig } from '#server/config/config.ts'
import { openForReading } from '#server/db/open-database.ts'
import { diagnose } from '#server/features/setup/diagnose.ts'

const MARKS = { ok: 'ok     ', warning: 'warning', wrong: 'WRONG  ' }

/** Exit status for monitoring: 0 all is well, 1 a warning, 2 something is wrong. */
export async function doctor(): Promise<void> {
  process.exitCode = 2
  const config = readConfig()
  await using shop = await openForReading(config)
  const findings = await diagnose({ db: shop.db, config, now: new Date() })
  for (const { what, state, found, fix, record } of findings) {
    console.log(`${MARKS[state]}  ${what.padEnd(12)} ${found}`)
    const more = [fix, record].filter((one) => one !== null).join('\n')
    if (more) console.log(more.replaceAll(/^/gm, ' '.repeat(22)))
  }
  const states = findings.map(({ state }) => state)
  process.exitCode = states.includes('wrong') ? 2 : states.includes('warning') ? 1 : 0
}
