import type { PublishedText } from '#server/features/pages/page-queries.ts'

export type Passage = { id: number; slug: string; title: string; heading: string; text: string }

/** Longer sentences are no answer in a chat, in characters. */
const MAX_PASSAGE_LENGTH = 260

const BLOCKS = new Set(
  `p h2 h3 h4 li tr blockquote table ul ol div pre figure figcaption thead tbody tfoot
  br hr dl dt dd caption`.split(/\s+/),
)
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }),
)

export function passagesOf(pages: readonly PublishedText[]): Passage[] {
  const passages = pages.flatMap(({ slug, title, description, content }) => {
    const opening = description ? [{ heading: '', text: description }] : []
    return [...opening, ...sentencesOf(content)].map((one) => ({ slug, title, ...one }))
  })
  return passages.map((passage, id) => ({ id, ...passage }))
}

function sentencesOf(html: string): { heading: string; text: string }[] {
  let heading = ''
  return linesOf(html).flatMap(({ isHeading, text }) => {
    if (isHeading) heading = text
    return isHeading ? [] : splitSentences(text).map((sentence) => ({ heading, text: sentence }))
  })
}

function linesOf(html: string): { isHeading: boolean; text: string }[] {
  const lines: { isHeading: boolean; text: string }[] = []
  let [line, isHeading] = ['', false]
  const flush = () => {
    const text = line.replace(/\s+/g, ' ').trim()
    if (text) lines.push({ isHeading, text })
    line = ''
  }
  for (const [piece, closing, tag = ''] of html.matchAll(/<(\/?)([a-z]\w*)\b[^<>]*>|[^<]+|</gi)) {
    const name = tag.toLowerCase()
    if (BLOCKS.has(name)) {
      flush()
      isHeading = /^h\d$/.test(name) && !closing
    } else if (/^t[dh]$/.test(name)) line += closing || line.trim() === '' ? '' : ': '
    else if (!tag)
      line += piece.replace(
        /&([a-z]+|#39);/g,
        (entity, known: string) => ENTITIES.get(known) ?? entity,
      )
  }
  flush()
  return lines
}

/** Those that are short enough for an answer. */
export function splitSentences(text: string): string[] {
  return sentencesIn(text).filter((sentence) => sentence.length <= MAX_PASSAGE_LENGTH)
}

export function sentencesIn(text: string): string[] {
  return text.split(/(?<=[.!?…])\s+(?=[\p{Lu}“"])/u)
}
