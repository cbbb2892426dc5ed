import { fold, stemOf } from '#contract/word-forms.ts'

/** A word as it was typed, in small letters without accents; `stem` is its singular, `breaksBefore` says that a new part of the sentence begins with it. */
export type Word = { text: string; stem: string; breaksBefore: boolean }

const WORD = /[\p{L}\p{N}]+(?:'[\p{L}]+)?|[.,;:!?&+/\n]/gu

const JOINING = new Set(['and', 'or', 'but', 'plus', 'also', 'then', 'y', 'o'])

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

export function stemsOf(text: string): string[] {
  return wordsOf(text).map((word) => word.stem)
}
