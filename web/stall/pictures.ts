import type { StallDay } from '#contract/market/stall.ts'
import { STALL_PICTURES } from '#contract/market/stall-page.ts'
import { pictureName, variantUrl } from '#contract/products/pictures.ts'

export function tilePicture(image: string | null): string | null {
  const name = image && pictureName(image)
  return name ? variantUrl(name, { width: 280, format: 'webp' }) : null
}

/** For a day offline, served by the worker. A picture that fails is skipped. */
export async function storePictures(day: StallDay): Promise<void> {
  if (!('caches' in globalThis)) return
  const cache = await caches.open(STALL_PICTURES)
  const wanted = day.products.flatMap(({ image }) => tilePicture(image) ?? [])
  for (const address of new Set(wanted))
    if (!(await cache.match(address))) await cache.add(address).catch(() => {})
}
