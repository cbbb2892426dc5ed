// Lets a SQLite shop that moved to PostgreSQL be opened again from its data folder, as it was on
// the day of the move: `npm run move-back`. The shop must be closed; what was ordered since then
// stays in PostgreSQL.

import '../server/require-node.js'
import { readConfig } from '../server/config/config.ts'
import { ownerMessage } from '../server/core/owner-messages.ts'
import { moveBack } from '../server/features/backups/move-shop.ts'
import { makePrivate } from '../server/files/private-files.ts'

makePrivate()
try {
  const { dataDir } = readConfig()
  const moved = await moveBack(dataDir)
  if (moved) {
    console.log(
      `The shop of ${dataDir} opens again without DATABASE_URL, as it was on ${moved.at.slice(0, 10)}.`,
    )
    console.log(
      `What was ordered at ${moved.to} since then is not in it. Never open both: they sell the same goods.`,
    )
  } else console.log(`The shop of ${dataDir} has not moved; there was nothing to undo.`)
} catch (error) {
  console.error(ownerMessage(error))
  process.exitCode = 1
}
