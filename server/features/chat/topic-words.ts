import { LITTLE_WORDS, SAME_TOPICS, SAME_WORDS, WISH_WORDS } from './customer-words.ts'
import { type FarmIndex, isFood } from './farm-index.ts'
import type { Word } from './plain-words.ts'

/** A word that says what a message is about. `weight`: how much of the question it is; what the shop sells is its usual surroundings. */
export type TopicWord = { text: string; topic: string; weight: number; isExplained: boolean }

export function topicWords(words: readonly Word[], index: FarmIndex): TopicWord[] {
  const topics = words.flatMap(({ text, stem }): TopicWord[] => {
    const topic = SAME_TOPICS.get(stem)
    if ((LITTLE_WORDS.has(text) && !topic) || /^\d+$/.test(text) || stem.length < 2) return []
    const isOfShop = index.byStem.has(stem) || SAME_WORDS.has(stem)
    const isExplained = isOfShop || isFood(stem) || WISH_WORDS.has(text) || WISH_WORDS.has(stem)
    return [{ text, topic: topic ?? stem, weight: isOfShop ? 0.5 : 1, isExplained: isExplained && !topic }]
  })
  return [...new Map(topics.map((word) => [word.topic, word])).values()]
}
