const YOUTUBE =
  /^(?:https?:\/\/)?(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|v\/)|youtu\.be\/)([\w-]{11})(?![\w-])/

/** The video's id in a watch, embed, short or /v/ address of YouTube; null when it is none (specification, section 5). */
export function youtubeId(url: string): string | null {
  return YOUTUBE.exec(url.trim())?.[1] ?? null
}
