import { type Db, write } from '#server/db/write.ts'
import { notifyFarm } from '#server/features/mail/outbox.ts'
import type { DbAndClock } from '#server/shop.ts'

/** Mails once for each fall of a product to its own limit, however long it lasts. */
export async function notifyLowStock({ db, now }: DbAndClock): Promise<void> {
  const [fell, rose] = [await fallen(db).execute(), await risen(db).execute()]
  if (fell.length + rose.length === 0) return
  const at = now()
  await write(db, async (tx) => {
    // Checked again under lock: others may have sold or added some since.
    for (const { id } of [...fell, ...rose].sort((one, other) => one.id - other.id))
      await tx.selectFrom('products').select('id').where('id', '=', id).forUpdate().execute()
    const low = await fallen(tx).execute()
    const enough = await risen(tx).execute()
    for (const { id } of low) await notifyFarm(tx, { kind: 'low', productId: id }, at)
    await setNotified(tx, low, true)
    await setNotified(tx, enough, false)
  })
}

const limited = (db: Db) =>
  db.selectFrom('products').select('id').where('low_limit', 'is not', null)

function fallen(db: Db) {
  return limited(db)
    .where('low_told', '=', false)
    .where('archived_at', 'is', null)
    .whereRef('stock', '<=', 'low_limit')
}

function risen(db: Db) {
  return limited(db).where('low_told', '=', true).whereRef('stock', '>', 'low_limit')
}

async function setNotified(
  tx: Db,
  rows: readonly { id: number }[],
  low_told: boolean,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await tx.updateTable('products').set({ low_told }).where('id', 'in', ids).execute()
}
