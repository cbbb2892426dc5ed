import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { GOOD_FOR } from './confirm-subscription.ts'
import { deleteOldMails } from './letter-queries.ts'
import { forgetPending } from './subscriber-queries.ts'

/** Who got a letter is kept for so long, in milliseconds; how many got it, for ever. */
const RECIPIENT_RETENTION = 90 * 24 * 60 * 60_000

/** Forgets addresses that nobody confirmed in time, and who got which letter long ago. */
export async function forgetUnconfirmed({ db, now }: Shop): Promise<void> {
  await write(db, async (tx) => {
    await forgetPending(tx, new Date(now().getTime() - GOOD_FOR))
    await deleteOldMails(tx, new Date(now().getTime() - RECIPIENT_RETENTION))
  })
}
