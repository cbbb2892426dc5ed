import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { recordChange } from '#server/features/admin/record-change.ts'
import { Refusal } from '#server/http/errors.ts'
import { deleteQuestionRow } from './question-queries.ts'

/** Removes a question with its reply; the history keeps that there was one, and not what it said. @throws Refusal 'not-found' */
export async function removeQuestion(db: Db, id: number, now: Date): Promise<void> {
  await write(db, async (tx, tell) => {
    const removed = await deleteQuestionRow(tx, id)
    if (!removed) throw new Refusal('not-found', `There is no question #${id}.`)
    const before = { askedAt: removed.asked_at }
    await recordChange(tx, { action: 'deleted', subject: `question:${id}`, before, after: null }, now)
    tell({ kind: 'questions' })
  })
}
