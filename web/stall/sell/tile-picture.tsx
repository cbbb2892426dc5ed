import { tilePicture } from '../pictures.ts'

/** The size that the phone keeps; where it has none, a plain ground. */
export function TilePicture({ image }: { image: string | null }) {
  const src = tilePicture(image)
  const look = 'aspect-2/1 w-full bg-sprout object-cover'
  return src ? (
    <img src={src} alt="" width={280} height={140} className={look} />
  ) : (
    <span className={look} />
  )
}
