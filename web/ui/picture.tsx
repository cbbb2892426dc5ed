import { useState } from 'react'
import {
  type PictureWidth,
  pictureName,
  sourceSet,
  variantUrl,
} from '#contract/products/pictures.ts'
import basket from '#web/drawings/basket.svg?no-inline'
import { classNames } from './class-names.ts'

export type PictureUse = {
  /** The second, if any, is for what doesn't know `srcset`. */
  widths: readonly [PictureWidth, ...PictureWidth[]]
  sizes?: string
}

export const CARD: PictureUse = {
  widths: [280, 360, 560],
  sizes: '(min-width:80rem) 268px, (min-width:64rem) 22vw, (min-width:48rem) 31vw, 46vw',
}

export const THUMB: PictureUse = { widths: [160] }

type PictureProps = {
  url: string | null
  use: PictureUse
  /** Empty when the words next to it say the same. */
  alt?: string
  isFirst?: boolean
  className?: string
}

export function Picture({
  url: given,
  use: { widths, sizes },
  alt = '',
  isFirst = false,
  className,
}: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  // One of another site is for the feeds: the policy of our pages lets none be loaded.
  const url = given?.startsWith('/') && given !== broken ? given : null
  const name = url && pictureName(url)
  const looks = {
    width: 400,
    height: 300,
    decoding: 'async',
    onError: () => url && setBroken(url),
    // The picture may have failed before hydration.
    ref: (img: HTMLImageElement | null) => {
      if (url && img?.complete && img.naturalWidth === 0) setBroken(url)
    },
    ...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const }),
    className: classNames('bg-straw/50 object-cover', className),
  } as const
  if (!name)
    return (
      <img src={url || basket} alt={alt} data-placeholder={url ? undefined : true} {...looks} />
    )
  const [small, usual = small] = widths
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(name, widths, 'avif')} sizes={sizes} />
      <img
        sizes={sizes}
        srcSet={widths.length > 1 ? sourceSet(name, widths, 'webp') : undefined}
        src={variantUrl(name, { width: usual, format: 'webp' })}
        alt={alt}
        {...looks}
      />
    </picture>
  )
}
