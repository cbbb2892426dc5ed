// Reopens the SQLite data folder of a shop that moved to PostgreSQL, as of moving day: `npm run
// move-back`. Later orders are lost; it counts them and refuses, unless `-- --lose` gives the same
// number. A backup and restore loses nothing.

import '../server/require-node.js'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config/config.ts'
import { ownerMessage } from '../server/core/owner-messages.ts'
import { moveBack } from '../server/features/backups/move-shop.ts'
import { makePrivate } from '../server/files/private-files.ts'

makePrivate()
try {
  const { values } = parseArgs({ options: { lose: { type: 'string' } } })
  const { dataDir, databaseUrl } = readConfig()
  const moved = await moveBack({ dataDir, databaseUrl, lose: values.lose ?? null })
  if (moved) {
    console.log(
      `The shop of ${dataDir} opens again without DATABASE_URL, as it was on ${moved.at.slice(0, 10)}.`,
    )
    console.log(`Never open the one at ${moved.to} again: both would sell the same goods.`)
  } else console.log(`The shop of ${dataDir} has not moved; there was nothing to undo.`)
} catch (error) {
  console.error(ownerMessage(error))
  process.exitCode = 1
}
