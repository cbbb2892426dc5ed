import { youtubeId } from './youtube-id.ts'

/** The farm's video: nothing while there is none, a sentence while its address is wrong. */
export function FarmVideo({ url }: { url: string }) {
  if (url.trim() === '') return null
  const id = youtubeId(url)
  return (
    <div className="grid aspect-video place-items-center overflow-hidden rounded-2xl bg-leaf-deep text-white">
      {id === null ? (
        <p>Invalid YouTube URL</p>
      ) : (
        <iframe
          src={`https://www.youtube-nocookie.com/embed/${id}`}
          title="A morning on the farm"
          loading="lazy"
          allowFullScreen
          className="size-full"
        />
      )}
    </div>
  )
}
