import type { PictureUse } from './picture.tsx'

/** On a product's page and the farmer's own. Apart, as the home page doesn't need it. */
export const LARGE = {
  widths: [560, 800, 1200],
  sizes: '(min-width:48rem) 560px, calc(100vw - 2rem)',
} satisfies PictureUse
