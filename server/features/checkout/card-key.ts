import { deleteValue, getValue, setValue } from '#server/core/key-value.ts'
import { write } from '#server/db/write.ts'
import { ProviderKeyRefusal } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'

export async function watchCardKey(shop: Shop): Promise<void> {
  const { payments, db } = shop
  const answer = payments.checkKey
    ? await payments.checkKey().catch((error: unknown) => error)
    : undefined
  if (answer instanceof ProviderKeyRefusal) return noteKeyRefused(shop, answer)
  if (answer === undefined && (await isKeyRefused(shop)))
    await write(db, (tx) => deleteValue(tx, 'card_key_refused'))
}

async function isKeyRefused({ db }: Pick<Shop, 'db'>): Promise<boolean> {
  return (await getValue(db, 'card_key_refused')) !== null
}

/** The desk, `/readyz` and metrics report it until the key works. */
export async function noteKeyRefused(shop: Shop, error: ProviderKeyRefusal): Promise<void> {
  if (await isKeyRefused(shop)) return
  shop.report('use the card key', error)
  await write(shop.db, (tx) => setValue(tx, 'card_key_refused', shop.now().toISOString()))
}
