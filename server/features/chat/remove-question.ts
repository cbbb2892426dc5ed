import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { deleteQuestionRows } from './question-queries.ts'

/** Removes a question with its reply; the history keeps that there was one, and not what it said. @throws Refusal 'not-found' */
export async function removeQuestion(db: Db, id: number, now: Date): Promise<void> {
  if ((await removeQuestions(db, [id], now)) === 0) throw new Refusal('not-found', `There is no question #${id}.`)
}

/** Removes questions with their replies in one transaction, each as above. @returns how many there were */
export async function removeQuestions(db: Db, ids: readonly number[], now: Date): Promise<number> {
  return write(db, async (tx, emit) => {
    const removed = await deleteQuestionRows(tx, ids)
    for (const { id, asked_at } of removed) {
      const before = { askedAt: asked_at }
      await recordChange(tx, { action: 'deleted', subject: `question:${id}`, before, after: null }, now)
    }
    if (removed.length > 0) emit({ kind: 'questions' })
    return removed.length
  })
}
