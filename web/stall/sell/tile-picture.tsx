import { useState } from 'react'
import { tilePicture } from '../pictures.ts'

export function TilePicture({ image }: { image: string | null }) {
  const [isMissing, setMissing] = useState(false)
  const src = tilePicture(image)
  const look = 'aspect-2/1 w-full bg-sprout object-cover'
  if (!src || isMissing) return <span className={look} />
  return (
    <img
      src={src}
      alt=""
      width={280}
      height={140}
      onError={() => setMissing(true)}
      className={look}
    />
  )
}
