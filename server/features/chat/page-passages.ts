import type { PublishedText } from '#server/features/pages/page-queries.ts'

export type Passage = { id: number; slug: string; title: string; heading: string; text: string }

/** Longest sentence used as a chat answer, in characters. */
const MAX_PASSAGE_LENGTH = 260

const BLOCKS =
  /(<\/?(?:p|h[2-4]|li|tr|blockquote|table|[uo]l|div|pre|fig\w+|t(?:head|body|foot)|[bh]r|d[ldt]|caption)\b[^<>]*>)/i

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
  let [heading, isHeading] = ['', false]
  return html.split(BLOCKS).flatMap((piece) => {
    if (BLOCKS.test(piece)) isHeading = /^<h[2-4]/i.test(piece)
    const text = textOf(piece)
    if (isHeading && text) heading = text
    return isHeading || !text ? [] : splitSentences(text).map((one) => ({ heading, text: one }))
  })
}

function textOf(html: string): string {
  return html
    .replace(/<t[dh]\b[^<>]*>/gi, ': ')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&([a-z]+|#39);/g, (entity, known: string) => ENTITIES.get(known) ?? entity)
    .replace(/\s+/g, ' ')
    .replace(/^[\s:]+/, '')
    .trim()
}

export function splitSentences(text: string): string[] {
  return sentencesIn(text).filter((sentence) => sentence.length <= MAX_PASSAGE_LENGTH)
}

export function sentencesIn(text: string): string[] {
  return text.split(/(?<=[.!?…])\s+(?=[\p{Lu}“"])/u)
}
