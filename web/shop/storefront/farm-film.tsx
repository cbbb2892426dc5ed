import { youtubeId } from '#contract/youtube-id.ts'
import poster from '#web/drawings/film.svg?no-inline'

const PLAYER = 'https://www.youtube-nocookie.com/embed/'

/**
 * The farm's video: nothing while there is none, a sentence while its address is wrong. YouTube is
 * asked for nothing before someone plays it: until then the frame shows a picture of ours, whose
 * link leads to the player within it, with or without scripts.
 */
export function FarmFilm({ url, farm }: { url: string; farm: string }) {
  if (url.trim() === '') return null
  const id = youtubeId(url)
  if (id === null) return <p className="rounded-2xl bg-sprout p-4">Invalid YouTube URL</p>
  return (
    <iframe
      src={PLAYER + id}
      srcDoc={`<body style=margin:0;background:#8b8><a href=${PLAYER}${id}?autoplay=1><img loading=lazy src=${poster} alt="Play the video" width=100% style=display:block;aspect-ratio:16/9></a>`}
      title={`Video from ${farm}`}
      loading="lazy"
      allow="autoplay"
      allowFullScreen
      className="aspect-video w-full rounded-2xl bg-sprout"
    />
  )
}
