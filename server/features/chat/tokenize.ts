import { fold, stemOf } from '#contract/chat/word-forms.ts'
import { FOODS } from './vocabulary.ts'

/** `text` is lowercase without accents; `breaksBefore`: a clause starts here. */
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

export function partsOf(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = []
  for (const token of tokens) {
    const last = parts.at(-1)
    if (!last || token.breaksBefore) parts.push([token])
    else last.push(token)
  }
  return parts
}

const FOOD_STEMS = new Set([...FOODS].flatMap((food) => [stemOf(food), stemOf(`${food}s`)]))

export function isFood(stem: string): boolean {
  return FOOD_STEMS.has(stem)
}
