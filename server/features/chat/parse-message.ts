import { allergenTerm } from '#contract/allergens.ts'
import { correctSpelling } from '#contract/correct-spelling.ts'
import { isReceiptSecret } from '#contract/receipt-link.ts'
import { stemOf } from '#contract/word-forms.ts'
import { type FarmIndex, isFood } from './farm-index.ts'
import { type Token, tokenize } from './tokenize.ts'
import {
  COMMON_TERMS,
  FOODS,
  INTENT_TERMS,
  OTHER_TOPICS,
  SAME_TOPICS,
  STOP_WORDS,
  SYNONYMS,
} from './vocabulary.ts'

export type ParsedMessage = {
  /** Corrected, in small letters with single spaces; a part of a sentence ends with ` |`. */
  line: string
  tokens: readonly Token[]
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

export function parseMessage(text: string, index: FarmIndex): ParsedMessage {
  const isKnown = knows(index)
  const stems = [...index.byStem.keys()]
  const known = new Set([...stems, ...stems.map((stem) => `${stem}s`), ...INTENT_TERMS, ...FOODS])
  const tokens = tokenize(text.replace(/\$ ?(\d+)(?:\.\d\d)?/g, '$1 dollars')).map(
    (token): Token => {
      if (isKnown(token)) return token
      const meant =
        allergenTerm(token.text) ??
        correctSpelling(token.text, known) ??
        correctSpelling(token.stem, known)
      return meant ? { ...token, text: meant, stem: stemOf(meant) } : token
    },
  )
  const line = tokens
    .map((token, place) => (token.breaksBefore && place > 0 ? `| ${token.text}` : token.text))
    .join(' ')
  return { line, tokens }
}

function knows(index: FarmIndex): (token: Token) => boolean {
  const lists = [STOP_WORDS, INTENT_TERMS, FOODS, OTHER_TOPICS, COMMON_TERMS]
  return ({ text, stem }) =>
    lists.some((list) => list.has(text) || list.has(stem)) ||
    index.byStem.has(stem) ||
    index.pageStems.has(stem) ||
    index.textStems.has(stem) ||
    SYNONYMS.has(stem) ||
    SAME_TOPICS.has(stem)
}

/** `weight`: how much of the question a word is; what the shop sells is the usual subject. */
export type Topic = { text: string; topic: string; weight: number; isExplained: boolean }

export function findTopics(tokens: readonly Token[], index: FarmIndex): Topic[] {
  const topics = tokens.flatMap(({ text, stem }): Topic[] => {
    const topic = SAME_TOPICS.get(stem)
    if ((STOP_WORDS.has(text) && !topic) || /^\d+$/.test(text) || stem.length < 2) return []
    const isOfShop = index.byStem.has(stem) || SYNONYMS.has(stem)
    const isExplained = isOfShop || isFood(stem) || INTENT_TERMS.has(text) || INTENT_TERMS.has(stem)
    return [
      {
        text,
        topic: topic ?? stem,
        weight: isOfShop ? 0.5 : 1,
        isExplained: isExplained && !topic,
      },
    ]
  })
  return [...new Map(topics.map((token) => [token.topic, token])).values()]
}
