import type { Db } from '#server/db/tables.ts'

/** Whether anything that is shown holds the picture, under whichever of its addresses. What may hold pictures is listed here alone. */
export async function isPictureUsed(db: Db, name: string): Promise<boolean> {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('image_url', 'like', `%${name}%`)
    .where('archived_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (product) return true
  const page = await db
    .selectFrom('pages')
    .select('id')
    .where('content', 'like', `%${name}%`)
    .limit(1)
    .executeTakeFirst()
  return page !== undefined
}
