import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { checkFromShell } from '#server/features/setup/check-from-shell.ts'

/** Uses the keys in the variables, prints what differs, and stores a clean result. */
export async function stripeCheck(): Promise<void> {
  const config = readConfig()
  await using shop = await openDatabase(config, new Date())
  const { lines, hasPassed } = await checkFromShell(shop.db, config, new Date())
  console.log(lines.join('\n'))
  if (!hasPassed) process.exitCode = 1
}
