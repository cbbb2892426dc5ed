import { readConfig } from '#server/config/config.ts'
import { openForReading } from '#server/db/open-database.ts'
import { switchOffSecondFactor } from '#server/features/admin/second-factor.ts'

/** For a lost passkey: the password alone signs in again, and passkeys stay. */
export async function passkeysOff(): Promise<void> {
  await using shop = await openForReading(readConfig())
  const wasOn = await switchOffSecondFactor(shop.db, new Date())
  console.log(
    wasOn
      ? 'Password only is back on. Remove a lost passkey at the desk, under Passkeys.'
      : 'The password alone was already enough; nothing was changed.',
  )
}
