import { youtubeId } from '#contract/youtube-id.ts'
import { VideoFrame } from '#web/ui/video-frame.tsx'

export function VideoPreview({ url, otherwise }: { url: string; otherwise: string }) {
  const id = youtubeId(url)
  return (
    <div className="grid aspect-video w-full place-items-center overflow-hidden rounded-xl border border-straw bg-paper text-bark-deep">
      {id === null ? <p>{otherwise}</p> : <VideoFrame id={id} title="Preview of the video" />}
    </div>
  )
}
