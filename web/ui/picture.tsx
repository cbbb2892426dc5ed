import basket from '#web/drawings/basket.svg?no-inline'
import { classNames } from './class-names.ts'

type PictureProps = {
  url: string | null
  /** Says what is to be seen; empty when the words beside it do. */
  alt?: string
  /** Among the first things on the page: fetched at once. */
  isFirst?: boolean
  className?: string
}

/** A product's picture, or a drawn basket where there is none; its class gives its size. */
export function Picture({ url, alt = '', isFirst = false, className }: PictureProps) {
  return (
    <img
      src={url || basket}
      data-placeholder={url ? undefined : true}
      alt={alt}
      width={400}
      height={300}
      decoding="async"
      {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      className={classNames('bg-straw/50 object-cover', className)}
    />
  )
}
