import { freeSlug, numberedSlug, slugOf } from '#contract/slug.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import type { Db } from '#server/db/tables.ts'
import { listOtherSlugs } from './page-queries.ts'

type SlugRequest = { title: string; slug: string | null }

/**
 * The slug a page gets. One made of its title is `page-7` when the title has no letters for it, and
 * `about-us-2` when `about-us` is taken; a page whose title makes the same slug as before keeps its
 * own. @throws Refusal 'slug-taken' for a slug of the farmer's own choice
 */
export async function chooseSlug(
  tx: Db,
  request: SlugRequest & { id: number },
  before?: { title: string; slug: string },
): Promise<string> {
  const made = slugOf(request.title) || `page-${request.id}`
  const taken = new Set(await listOtherSlugs(tx, request.id))
  if (request.slug !== null && request.slug !== made) {
    if (taken.has(request.slug))
      throw new Refusal('slug-taken', 'Another page has this slug.', { field: 'slug' })
    return request.slug
  }
  const isSameTitle = before && (slugOf(before.title) || `page-${request.id}`) === made
  if (isSameTitle && isNumbered(before.slug, made)) return before.slug
  return freeSlug(made, taken)
}

function isNumbered(slug: string, made: string): boolean {
  const number = Number(/-(\d+)$/.exec(slug)?.[1])
  return slug === made || (number > 1 && slug === numberedSlug(made, number))
}

/** Up to this many pages saved at the same moment under one slug each get their own. */
const MAX_TRIES = 20

/** Saves again when another page took the slug meanwhile, as the unique index says. */
export async function untilSlugIsFree<T>(save: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await save()
    } catch (error) {
      if (attempt === MAX_TRIES || !isUniqueViolation(error)) throw error
    }
  }
}
