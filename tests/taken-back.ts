import { type Db, write } from '#server/db/write.ts'

/** What the work answers, in a transaction that is rolled back after it. */
export async function takenBack<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const undo = new Error('This is taken back.')
  let answer = (): T => {
    throw undo
  }
  const tried = write(db, async (tx) => {
    const found = await work(tx)
    answer = () => found
    throw undo
  })
  await tried.catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return answer()
}
