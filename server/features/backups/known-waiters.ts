import type { Db } from '#server/db/tables.ts'

/** Who waits for products, by the hash of their link's secret. */
export async function listWaiters(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('waiters').select('secret_hash').execute()
  return rows.map(({ secret_hash }) => secret_hash)
}

/**
 * Forgets of a copy of the shop whom that shop no longer knew: they were told, or left. A backup
 * mails nobody twice.
 */
export async function retainKnownWaiters(tx: Db, known: readonly string[]): Promise<void> {
  const isKnown = new Set(known)
  const rows = await tx.selectFrom('waiters').select(['id', 'secret_hash']).execute()
  for (const { id, secret_hash } of rows)
    if (!isKnown.has(secret_hash)) await tx.deleteFrom('waiters').where('id', '=', id).execute()
}
