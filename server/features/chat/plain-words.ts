/** A word as it was typed, in small letters without accents; `stem` is its singular, `breaksBefore` says that a new part of the sentence begins with it. */
export type Word = { text: string; stem: string; breaksBefore: boolean }

const WORD = /[\p{L}\p{N}]+(?:'[\p{L}]+)?|[.,;:!?&+/\n]/gu

/** Joins two things without belonging to either. */
const JOINING = new Set(['and', 'or', 'but', 'plus', 'also', 'then', 'y', 'o'])

/** The words of a text in their order. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let breaksBefore = true
  for (const [piece] of fold(text).matchAll(WORD)) {
    if (/^[^\p{L}\p{N}]/u.test(piece) || JOINING.has(piece)) breaksBefore = true
    if (/^[^\p{L}\p{N}]/u.test(piece)) continue
    words.push({ text: piece, stem: stemOf(piece), breaksBefore })
    breaksBefore = JOINING.has(piece)
  }
  return words
}

/** The stems of a text, for indexes. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map((word) => word.stem)
}

/** Small letters without accents, with straight apostrophes. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`´]/g, "'")
    .toLowerCase()
}

/** The singular of a word, near enough: `tomatoes` and `tomato`, `berries` and `berry` are the same. */
export function stemOf(word: string): string {
  const bare = word.replace(/'.*/, '')
  if (bare.length <= 3 || /(?:ss|us|is)$/.test(bare) || /^\d/.test(bare)) return bare
  if (/[^aeiou]ies$/.test(bare)) return `${bare.slice(0, -3)}y`
  if (/(?:o|sh|ch|x|ss)es$/.test(bare)) return bare.slice(0, -2)
  return bare.endsWith('s') ? bare.slice(0, -1) : bare
}
