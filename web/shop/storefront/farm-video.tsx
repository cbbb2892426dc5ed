import { youtubeId } from '#contract/youtube-id.ts'
import { VideoFrame } from '#web/ui/video-frame.tsx'

/** The farm's video: nothing while there is none, a sentence while its address is wrong. */
export function FarmVideo({ url }: { url: string }) {
  if (url.trim() === '') return null
  const id = youtubeId(url)
  return (
    <div className="grid aspect-video place-items-center overflow-hidden rounded-2xl bg-leaf-deep text-white">
      {id === null ? <p>Invalid YouTube URL</p> : <VideoFrame id={id} title="A morning on the farm" />}
    </div>
  )
}
