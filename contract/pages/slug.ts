/** In characters, for slugs and titles. */
export const MAX_SLUG_LENGTH = 200

export const MISSING_SLUG = '-'

export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG_LENGTH && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

/** Lowercase with hyphens (specification, section 5). Empty if nothing is left, as for `農場`. */
export function slugOf(title: string): string {
  // Split trims both ends; a trimming regex is quadratic on a run of hyphens.
  const text = title.toLowerCase().split(/[^a-z0-9]+/)
  return cutSlug(text.filter(Boolean).join('-'), MAX_SLUG_LENGTH)
}

export function numberedSlug(slug: string, number: number): string {
  const ending = `-${number}`
  return cutSlug(slug, MAX_SLUG_LENGTH - ending.length) + ending
}

export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  let number = 2
  while (taken.has(numberedSlug(slug, number))) number++
  return numberedSlug(slug, number)
}

function cutSlug(slug: string, longest: number): string {
  const cut = slug.slice(0, longest)
  return cut.endsWith('-') ? cut.slice(0, -1) : cut
}
