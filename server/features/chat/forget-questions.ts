import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { deleteOldQuestions, forgetAddresses } from './question-queries.ts'

const DAY = 24 * 60 * 60_000

/** How long a question is kept once it is answered, and when nobody answers it; in milliseconds. */
const ANSWERED_FOR = 180 * DAY
const OPEN_FOR = 365 * DAY

/** Removes questions that are answered for half a year, or older than a year; after a day none says where it came from. */
export async function forgetQuestions({ db, now }: Shop): Promise<void> {
  const before = { answered: new Date(now().getTime() - ANSWERED_FOR), requested: new Date(now().getTime() - OPEN_FOR) }
  await write(db, async (tx) => {
    await deleteOldQuestions(tx, before)
    await forgetAddresses(tx, new Date(now().getTime() - DAY))
  })
}
