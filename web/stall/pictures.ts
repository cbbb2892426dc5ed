import type { StallDay } from '#contract/market/stall.ts'
import { STALL_PICTURES } from '#contract/market/stall-page.ts'
import { pictureName, variantUrl } from '#contract/products/pictures.ts'

/** The picture of a product's tile, or null where it has none of ours. */
export function tilePicture(image: string | null): string | null {
  const name = image && pictureName(image)
  return name ? variantUrl(name, { width: 280, format: 'webp' }) : null
}

/**
 * Keeps the products' pictures for the day without a network; the worker answers with them. One that fails is left out.
 */
export async function storePictures(day: StallDay): Promise<void> {
  if (!('caches' in globalThis)) return
  const cache = await caches.open(STALL_PICTURES)
  const wanted = day.products.flatMap(({ image }) => tilePicture(image) ?? [])
  for (const address of new Set(wanted))
    if (!(await cache.match(address))) await cache.add(address).catch(() => {})
}
