/** A piece of an answer; `href` where it can be tapped. */
export type Part = { text: string; href: string | null }

/** Addresses of ours and others', mail addresses, and phone numbers as they are written in North America. */
const TAPPED =
  /https?:\/\/[^\s<>"“”]+|\/pages\/[a-z0-9-]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}|(?<![\d$#.])(?:\+\d{1,3}[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?!\d)/g

/** Splits a text into what can be tapped and what cannot; joined, the parts are the text again. */
export function linkParts(text: string): Part[] {
  const parts: Part[] = []
  let read = 0
  for (const { 0: found, index } of text.matchAll(TAPPED)) {
    const tapped = found.replace(/[.,;:!?)]{1,3}$/, '')
    if (index > read) parts.push({ text: text.slice(read, index), href: null })
    parts.push({ text: tapped, href: hrefOf(tapped) })
    read = index + tapped.length
  }
  return read < text.length ? [...parts, { text: text.slice(read), href: null }] : parts
}

function hrefOf(tapped: string): string {
  if (tapped.startsWith('/') || /^https?:/.test(tapped)) return tapped
  return tapped.includes('@') ? `mailto:${tapped}` : `tel:${tapped.replace(/[^\d+]/g, '')}`
}
