/** From YouTube's cookie-free host, once it is near the screen. */
export function VideoFrame({ id, title }: { id: string; title: string }) {
  return (
    <iframe
      src={`https://www.youtube-nocookie.com/embed/${id}`}
      title={title}
      loading="lazy"
      allowFullScreen
      className="size-full"
    />
  )
}
