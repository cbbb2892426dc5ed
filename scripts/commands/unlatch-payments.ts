import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { unlockLiveMode } from '#server/features/checkout/payment-record.ts'

export async function unlatchPayments(): Promise<void> {
  await using shop = await openDatabase(readConfig(), new Date())
  const wasLocked = await unlockLiveMode(shop.db)
  console.log(
    wasLocked
      ? 'This shop may take test cards again. Orders paid with them are marked as tests; nobody pays for them.'
      : 'This shop has taken no live money; there was nothing to undo.',
  )
}
