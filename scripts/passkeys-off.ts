// For a lost passkey: the password alone signs in again, and passkeys stay. Reads the server's
// settings and may run beside it.

import '../server/require-node.js'
import { readConfig } from '../server/config/config.ts'
import { ownerMessage } from '../server/core/owner-messages.ts'
import { openForReading } from '../server/db/open-database.ts'
import { switchOffSecondFactor } from '../server/features/admin/second-factor.ts'
import { makePrivate } from '../server/files/private-files.ts'

makePrivate()
try {
  const { db, close } = await openForReading(readConfig())
  const wasOn = await switchOffSecondFactor(db, new Date()).finally(close)
  console.log(
    wasOn
      ? 'Password only is back on. Remove a lost passkey at the desk, under Passkeys.'
      : 'The password alone was already enough; nothing was changed.',
  )
} catch (error) {
  console.error(ownerMessage(error))
  process.exitCode = 1
}
