import '../server/require-node.js'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { unlatchLive } from '#server/features/payments/latch-live.ts'

/** Lets a shop that took live money start with test cards again. */
const { db, close } = await openDatabase(readConfig(), new Date())
const wasLatched = await unlatchLive(db)
await close()
console.log(
  wasLatched
    ? 'This shop may take test cards again. Orders paid with them are marked as tests; nobody pays for them.'
    : 'This shop has taken no live money; there was nothing to undo.',
)
