import type { JournalPage } from '#contract/products/stock-journal.ts'
import { noSuch } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import { findLastCount, listMovements, listNames, listUndone } from './movement-queries.ts'
import { readPromised } from './promised-units.ts'
import { showMovement } from './record-action.ts'

const PAGE = 50

/** Newest first. @throws Refusal 'not-found' */
export async function showJournal(
  db: Db,
  productId: number,
  before?: number,
): Promise<JournalPage> {
  const row = db.selectFrom('products').select(['id', 'name', 'stock', 'deleted_at'])
  const found = await row.where('id', '=', productId).executeTakeFirst()
  const { deleted_at, ...known } = found ?? noSuch(`product #${productId}`)
  const rows = await listMovements(db, { productId, before, most: PAGE + 1 })
  const shown = rows.slice(0, PAGE)
  const isGone = deleted_at !== null
  const undone = await listUndone(
    db,
    shown.map(({ id }) => id),
  )
  const lastCount = await findLastCount(db, productId)
  const names = await listNames(db, shown)
  return {
    product: { ...known, promised: await readPromised(db, productId), isGone },
    movements: shown
      .map((movement) => showMovement(movement, { undone, lastCount, names }))
      .map((movement) => ({ ...movement, canUndo: movement.canUndo && !isGone })),
    isMore: rows.length > PAGE,
  }
}
