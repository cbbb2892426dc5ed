import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { fold } from './plain-words.ts'
import { countQuestions, deleteOldestAnswered, insertQuestion, leaveAddress, wasAsked } from './question-queries.ts'

const HOUR = 60 * 60_000

/** So many questions are kept: of one chat, of all visitors in an hour, and in all. */
export const MOST_QUESTIONS = { ofChat: 8, inAnHour: 60, inAll: 1000 } as const

type Taken = { sessionId: string; text: string; email: string | null }

/** Keeps a question for the farmer, the same one of a chat once. False when there is no room for it. */
export async function takeQuestion(db: Db, { sessionId, text, email }: Taken, now: Date): Promise<boolean> {
  const key = keyOf(text)
  if (await wasAsked(db, { sessionId, key })) {
    if (email) await takeAddress(db, sessionId, email)
    return true
  }
  // Asked before writing as well: a flood must not keep others from writing.
  if (!(await hasRoom(db, sessionId, now))) return false
  return write(db, async (tx, tell) => {
    const room = await hasRoom(tx, sessionId, now)
    if (!room || (room === 'full' && !(await deleteOldestAnswered(tx)))) return false
    await insertQuestion(tx, { sessionId, text, key, email }, now)
    tell({ kind: 'questions' })
    return true
  })
}

/** Keeps an address for the reply to the open questions of a chat; false when it has none. */
export async function takeAddress(db: Db, sessionId: string, email: string): Promise<boolean> {
  return write(db, async (tx, tell) => {
    const left = await leaveAddress(tx, sessionId, email)
    if (left) tell({ kind: 'questions' })
    return left
  })
}

async function hasRoom(db: Db, sessionId: string, now: Date): Promise<false | 'room' | 'full'> {
  const count = await countQuestions(db, sessionId, new Date(now.getTime() - HOUR).toISOString())
  if (count.ofChat >= MOST_QUESTIONS.ofChat || count.recent >= MOST_QUESTIONS.inAnHour) return false
  return count.all < MOST_QUESTIONS.inAll ? 'room' : 'full'
}

/** A question as it is compared: small letters and digits. */
function keyOf(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 200)
}
