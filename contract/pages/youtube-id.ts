const YOUTUBE =
  /^(?:https?:\/\/)?(?:www\.|m\.|music\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|(?:embed|v|shorts|live)\/)|youtu\.be\/)([\w-]{11})(?![\w-])/

/** From a watch, embed, short, /v/, /shorts/ or /live/ URL, or null (specification, section 5). */
export function youtubeId(url: string): string | null {
  return YOUTUBE.exec(url.trim())?.[1] ?? null
}
