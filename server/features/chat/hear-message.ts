import { allergenWord } from '#contract/allergens.ts'
import { correctWord } from '#contract/correct-word.ts'
import { isReceiptSecret } from '#contract/receipt-link.ts'
import { stemOf } from '#contract/word-forms.ts'
import {
  FOODS,
  LITTLE_WORDS,
  ORDINARY_WORDS,
  OTHER_TOPICS,
  SAME_TOPICS,
  SAME_WORDS,
  WISH_WORDS,
} from './customer-words.ts'
import type { FarmIndex } from './farm-index.ts'
import { type Word, wordsOf } from './plain-words.ts'

export type Heard = {
  /** The words with slips of the keyboard corrected, in small letters with single spaces; a part of a sentence ends with ` |`. */
  line: string
  words: readonly Word[]
}

export function emailIn(text: string): string | null {
  return text.match(EMAILS)?.[0] ?? null
}

const EMAILS = /(?<![\w.+-])[\w.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/g

export function withoutEmails(text: string): string {
  return text.replace(EMAILS, ' ').replace(/\s+/g, ' ').trim()
}

export function secretsIn(text: string): string[] {
  const links = [...text.matchAll(/\/o\/([\w-]{22})(?![\w-])/g)].map(([, secret = '']) => secret)
  const bare = text
    .split(/[\s,;.!?()<>"']+/)
    .filter((piece) => /^[^A-Z]*[A-Z][^a-z]*[a-z][^A-Z]*[A-Z]|[\d_-]/.test(piece))
  return [...new Set([...links, ...bare])].filter(isReceiptSecret)
}

export function hear(text: string, index: FarmIndex): Heard {
  const isKnown = knows(index)
  const stems = [...index.byStem.keys()]
  const known = new Set([...stems, ...stems.map((stem) => `${stem}s`), ...WISH_WORDS, ...FOODS])
  const words = wordsOf(text.replace(/\$ ?(\d+)(?:\.\d\d)?/g, '$1 dollars')).map((word): Word => {
    if (isKnown(word)) return word
    const meant = allergenWord(word.text) ?? correctWord(word.text, known) ?? correctWord(word.stem, known)
    return meant ? { ...word, text: meant, stem: stemOf(meant) } : word
  })
  const line = words.map((word, place) => (word.breaksBefore && place > 0 ? `| ${word.text}` : word.text)).join(' ')
  return { line, words }
}

function knows(index: FarmIndex): (word: Word) => boolean {
  const lists = [LITTLE_WORDS, WISH_WORDS, FOODS, OTHER_TOPICS, ORDINARY_WORDS]
  return ({ text, stem }) =>
    lists.some((list) => list.has(text) || list.has(stem)) ||
    index.byStem.has(stem) ||
    index.pageStems.has(stem) ||
    SAME_WORDS.has(stem) ||
    SAME_TOPICS.has(stem)
}
