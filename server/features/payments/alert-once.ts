import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'

/** Marks a payment that nothing here can settle, so that it shows in the books, and tells the log of it the first time. */
export async function alertOnce(shop: Shop, paymentId: string, words: string): Promise<void> {
  const alerted = await write(shop.db, (tx) =>
    tx
      .updateTable('payments')
      .set({ alerted_at: shop.now().toISOString() })
      .where('id', '=', paymentId)
      .where('alerted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (alerted.numUpdatedRows > 0n) shop.report('settle a payment', new Error(words))
}
