import type { Selectable } from 'kysely'
import type { LettersTable } from '#server/db/tables/newsletter.ts'
import type { Db } from '#server/db/tables.ts'

export type FormerNewsletter = {
  /** Whom it knows, by `email_key`; `left_at` is null for those who did not leave. */
  subscribers: readonly { email_key: string; left_at: string | null }[]
  /** Its letters that are done. */
  done: readonly Omit<Selectable<LettersTable>, 'id'>[]
  /** The keys of those that are still planned. */
  planned: readonly string[]
}

export async function readNewsletter(db: Db): Promise<FormerNewsletter> {
  const done = db.selectFrom('letters').selectAll().where('done_at', 'is not', null)
  const planned = await db.selectFrom('planned_letters').select('letter_key').execute()
  return {
    subscribers: await db.selectFrom('subscribers').select(['email_key', 'left_at']).execute(),
    done: (await done.execute()).map(({ id: _, ...letter }) => letter),
    planned: planned.map(({ letter_key }) => letter_key),
  }
}

/**
 * Writes to nobody of a copy of the shop who left that shop meanwhile, and sends no letter again.
 * Whom it does not know any more it was told to forget.
 */
export async function preserveNewsletter(tx: Db, former: FormerNewsletter): Promise<void> {
  await leaveAgain(tx, former)
  for (const letter of former.done) await finishLetter(tx, letter)
  const plans = await tx.selectFrom('planned_letters').select('letter_key').execute()
  for (const { letter_key } of plans)
    if (!former.planned.includes(letter_key))
      await tx.deleteFrom('planned_letters').where('letter_key', '=', letter_key).execute()
}

async function leaveAgain(tx: Db, { subscribers }: FormerNewsletter): Promise<void> {
  const leftAt = new Map(subscribers.map(({ email_key, left_at }) => [email_key, left_at]))
  const rows = await tx.selectFrom('subscribers').select(['id', 'email_key']).execute()
  for (const { id, email_key } of rows) {
    const left_at = leftAt.get(email_key)
    if (left_at === undefined) await tx.deleteFrom('subscribers').where('id', '=', id).execute()
    else if (left_at !== null) {
      const row = tx.updateTable('subscribers').where('id', '=', id)
      await row.set({ state: 'left', left_at }).execute()
    }
  }
}

/** What the copy still has to send of a letter was sent meanwhile. */
async function finishLetter(tx: Db, letter: FormerNewsletter['done'][number]): Promise<void> {
  const known = await tx
    .updateTable('letters')
    .set(letter)
    .where('letter_key', '=', letter.letter_key)
    .returning('id')
    .execute()
  for (const { id } of known)
    await tx.deleteFrom('outbox').where('letter_id', '=', id).where('sent_at', 'is', null).execute()
}
