import { type FarmIndex, isFood } from './farm-index.ts'
import type { Token } from './tokenize.ts'
import { INTENT_TERMS, SAME_TOPICS, STOP_WORDS, SYNONYMS } from './vocabulary.ts'

/** A word that says what a message is about. `weight`: how much of the question it is; what the shop sells is its usual surroundings. */
export type Topic = { text: string; topic: string; weight: number; isExplained: boolean }

export function findTopics(tokens: readonly Token[], index: FarmIndex): Topic[] {
  const topics = tokens.flatMap(({ text, stem }): Topic[] => {
    const topic = SAME_TOPICS.get(stem)
    if ((STOP_WORDS.has(text) && !topic) || /^\d+$/.test(text) || stem.length < 2) return []
    const isOfShop = index.byStem.has(stem) || SYNONYMS.has(stem)
    const isExplained = isOfShop || isFood(stem) || INTENT_TERMS.has(text) || INTENT_TERMS.has(stem)
    return [{ text, topic: topic ?? stem, weight: isOfShop ? 0.5 : 1, isExplained: isExplained && !topic }]
  })
  return [...new Map(topics.map((token) => [token.topic, token])).values()]
}
