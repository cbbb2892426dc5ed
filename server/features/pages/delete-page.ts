import { recordChange } from '#server/core/audit.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { requirePageRow } from './find-page.ts'
import { deletePageRow, lockPageRow } from './page-queries.ts'
import { showPage } from './show-page.ts'

/** Removes a page and every slug that led to it. @throws Refusal 'not-found' */
export function deletePage(db: Db, id: number, now: Date): Promise<void> {
  return write(db, async (tx, emit) => {
    await lockPageRow(tx, id)
    const before = await showPage(await requirePageRow(tx, id))
    await deletePageRow(tx, id)
    await recordChange(tx, { action: 'deleted', subject: `page:${id}`, before, after: null }, now)
    emit({ kind: 'pages' })
  })
}
