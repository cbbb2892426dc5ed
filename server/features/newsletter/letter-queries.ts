import type { Selectable, Updateable } from 'kysely'
import type { SentLetter } from '#contract/mail/letters.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'

export type LetterRow = Selectable<Tables['letters']>

export function findLetter(db: Db, key: { id: number } | { letter_key: string }) {
  const letters = db.selectFrom('letters').selectAll()
  return letters.where((row) => row.and(key)).executeTakeFirst()
}

/** Only if unchanged since it was read; false when another process was faster. */
export async function moveLetter(tx: Db, seen: LetterRow, change: Updateable<Tables['letters']>) {
  const moved = tx
    .updateTable('letters')
    .set(change)
    .where('id', '=', seen.id)
    .where('done_at', 'is', null)
  const changed = await moved.where('last_queued', '=', seen.last_queued).executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export async function listUndone(db: Db): Promise<LetterRow[]> {
  return db.selectFrom('letters').selectAll().where('done_at', 'is', null).orderBy('id').execute()
}

export function tallyLetter(db: Db, letterId: number) {
  const mails = () => db.fn.countAll<number>()
  const givenUp = () => mails().filterWhere('given_up_at', 'is not', null)
  return db
    .selectFrom('outbox')
    .select([
      mails().filterWhere('sent_at', 'is not', null).as('sent'),
      givenUp().filterWhere('last_error', 'is not', null).as('failed'),
      givenUp().filterWhere('last_error', 'is', null).as('skipped'),
      mails()
        .filterWhere('given_up_at', 'is', null)
        .filterWhere('sent_at', 'is', null)
        .as('waiting'),
    ])
    .where('letter_id', '=', letterId)
    .executeTakeFirstOrThrow()
}

export async function listLetters(db: Db, most: number): Promise<SentLetter[]> {
  const rows = await db
    .selectFrom('letters')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  const shown: SentLetter[] = []
  for (const row of rows) shown.push(await shownLetter(db, row))
  return shown
}

export async function shownLetter(db: Db, row: LetterRow): Promise<SentLetter> {
  const counts = row.done_at ? {} : await tallyLetter(db, row.id)
  return { ...row, ...counts, begunAt: row.begun_at, doneAt: row.done_at }
}
