import { youtubeId } from '#contract/youtube-id.ts'
import poster from '#web/drawings/film.svg?no-inline'

/** The farm's video: nothing while there is none, a sentence while its address is wrong. */
export function FarmFilm({ url, farm }: { url: string; farm: string }) {
  if (url.trim() === '') return null
  const id = youtubeId(url)
  return (
    <div className="grid aspect-video place-items-center overflow-hidden rounded-2xl bg-sprout text-leaf-deep">
      {id === null ? <p>Invalid YouTube URL</p> : <Film id={id} farm={farm} />}
    </div>
  )
}

const PLAYER = 'https://www.youtube-nocookie.com/embed/'

/**
 * YouTube is asked for nothing before someone plays the video: until then the frame shows a picture
 * of ours, whose link leads to the player within it, with or without scripts.
 */
function Film({ id, farm }: { id: string; farm: string }) {
  return (
    <iframe
      src={`${PLAYER}${id}`}
      srcDoc={`${LOOK}<a href="${PLAYER}${id}?autoplay=1"><b>Play the video</b></a>`}
      title={`Video from ${farm}`}
      loading="lazy"
      allow="autoplay"
      allowFullScreen
      className="size-full"
    />
  )
}

/** A page of its own, so the shop's styles do not reach it. */
const LOOK = `<!doctype html><html lang="en"><title>Video</title><style>
a{position:fixed;inset:0;display:grid;place-items:center;background:url(${poster}) 50%/cover;text-decoration:none}
b{font:600 17px/50px Arial,sans-serif;padding:0 24px;border-radius:25px;background:#2f5d3a;color:#fff}
b:before{content:"";display:inline-block;border:7px solid transparent;border-left:11px solid;margin-right:3px}
a:focus-visible b{outline:3px solid #e3a12f;outline-offset:3px}</style>`
