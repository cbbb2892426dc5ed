import { expect } from 'vitest'
import type { BookRow } from '#contract/money/books.ts'
import { type Db, write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'

export type Spoiled = [
  what: string,
  spoil: (tx: Db) => Promise<unknown>,
  found: Pick<BookRow, 'law' | 'found' | 'expected'>,
]

/** Books that balance name each of these by its law; what was spoiled is undone at once. */
export async function expectBooksToName(db: Db, spoiled: readonly Spoiled[]): Promise<void> {
  expect(await checkBooks(db)).toEqual([])
  for (const [what, spoil, found] of spoiled) {
    let rows: readonly BookRow[] = []
    const undone = write(db, async (tx) => {
      await spoil(tx)
      rows = await checkBooks(tx)
      throw new Error('Undone.')
    })
    await expect(undone).rejects.toThrow('Undone.')
    const ofLaw = rows.filter(({ law }) => law === found.law)
    expect(ofLaw, what).toMatchObject([found])
  }
}
