import { fold, stemOf } from '#contract/word-forms.ts'

/** `text` is in small letters without accents; `breaksBefore`: a part of a sentence begins here. */
export type Token = { text: string; stem: string; breaksBefore: boolean }

const TOKEN = /[\p{L}\p{N}]+(?:'[\p{L}]+)?|[.,;:!?&+/\n]/gu

const JOINING = new Set(['and', 'or', 'but', 'plus', 'also', 'then', 'y', 'o'])

export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let breaksBefore = true
  for (const [piece] of fold(text).matchAll(TOKEN)) {
    if (/^[^\p{L}\p{N}]/u.test(piece) || JOINING.has(piece)) breaksBefore = true
    if (/^[^\p{L}\p{N}]/u.test(piece)) continue
    tokens.push({ text: piece, stem: stemOf(piece), breaksBefore })
    breaksBefore = JOINING.has(piece)
  }
  return tokens
}

export function stemsOf(text: string): string[] {
  return tokenize(text).map((token) => token.stem)
}
