import type { Sale } from '#contract/market/sales.ts'
import { noSuch } from '#server/core/refusal.ts'
import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { findSale } from './list-sales.ts'
import { writeAtDesk } from './write-at-desk.ts'

/** Idempotent. @throws Refusal 'not-found' */
export function undoSale({ db, now }: Pick<Shop, 'db' | 'now'>, id: string): Promise<Sale> {
  return write(db, async (tx, emit) => {
    const row = tx.selectFrom('sales').select('market_day_id').where('id', '=', id)
    const marketDayId = (await row.executeTakeFirst())?.market_day_id ?? noSuch('such sale')
    const factsOf = async () => {
      const sale = tx.selectFrom('sales').select('undone_at').where('id', '=', id).forUpdate()
      const { undone_at } = await sale.executeTakeFirstOrThrow()
      return undone_at === null ? [{ kind: 'void-sale', target: id } as const] : []
    }
    const undo = { id: crypto.randomUUID(), said: id, marketDayId, at: now(), factsOf }
    await writeAtDesk(tx, emit, undo)
    return (await findSale(tx, id)) ?? noSuch('such sale')
  })
}
