import { readPictureLine } from '#contract/letter-picture.ts'
import { pictureName } from '#contract/pictures.ts'
import type { Db } from '#server/db/tables.ts'

/** Pictures of a letter by their products' numbers, each by the name of its file. */
export type LetterPictures = Readonly<Record<string, string>>

export async function findPictures(db: Db, body: string): Promise<LetterPictures> {
  const lines = body.split(/\r\n|\r|\n/).flatMap((line) => readPictureLine(line.trim()) ?? [])
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  if (ids.length === 0) return {}
  const rows = await db
    .selectFrom('products')
    .select(['id', 'image_url'])
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .execute()
  const named = rows.flatMap(({ id, image_url }): [string, string][] => {
    const name = image_url && pictureName(image_url)
    return name ? [[String(id), name]] : []
  })
  return Object.fromEntries(named)
}

export function readPictures(stored: string | null): LetterPictures {
  return stored === null ? {} : JSON.parse(stored)
}
