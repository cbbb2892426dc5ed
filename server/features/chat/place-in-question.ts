import { STATES, type State } from './state-zips.ts'
import { INTENT_TERMS, NO_PLACES, STOP_WORDS } from './vocabulary.ts'

/** Where somebody wants something brought: by its ZIP code, its state, or a name in their own words. */
export type PlaceQuestion = { words: string; zip: string | null; state: State | null }

const VERBS = /^(?:deliver|ship|bring|drop|mail|send|post|drive|courier)/i
const TOWARDS = new Set(['to', 'in', 'into', 'near', 'around'])

/** Longer names are sentences. */
const MAX_WORDS = 4

/** The place that a question about delivery names; null for none, such as `to my house`. */
export function placeInQuestion(text: string): PlaceQuestion | null {
  const words = text.split(/[\s,;:()!?."“”/]+/).filter(Boolean)
  const zip = words.find((word) => /^\d{5}(?:-\d{4})?$/.test(word))?.slice(0, 5)
  if (zip) return { words: zip, zip, state: null }
  const verb = words.findIndex((word) => VERBS.test(word))
  const names = words.flatMap((word, place) =>
    verb >= 0 && place > verb && TOWARDS.has(word.toLowerCase())
      ? [nameIn(words.slice(place + 1))]
      : [],
  )
  const asked = names.find((name) => name.length > 0) ?? []
  const state = stateIn(words) ?? STATES.find(({ code }) => code === asked.at(-1)) ?? null
  if (asked.length > 0) return { words: asked.map(upperFirst).join(' '), zip: null, state }
  return state && { words: state.name, zip: null, state }
}

/** `Custer`, of `the city of Custer on Saturday please`. */
function nameIn(words: readonly string[]): string[] {
  const start = words.findIndex((word) => !/^(?:the|city|town|of)$/i.test(word))
  const name = words.slice(Math.max(start, 0))
  const end = name.findIndex((word) => !isOfName(word))
  const found = name.slice(0, end < 0 ? MAX_WORDS : Math.min(end, MAX_WORDS))
  return found.every((word) => NO_PLACES.has(word.toLowerCase())) ? [] : found
}

function isOfName(word: string): boolean {
  const plain = word.toLowerCase()
  const isOther = STOP_WORDS.has(plain) || INTENT_TERMS.has(plain)
  return /^\p{L}/u.test(word) && (!isOther || plain === 'new')
}

/** The state with the longest name among the words: West Virginia is not Virginia. */
function stateIn(words: readonly string[]): State | null {
  const line = ` ${words.join(' ').toLowerCase()} `
  const found = STATES.filter(({ name }) => line.includes(` ${name.toLowerCase()} `))
  return found.toSorted((one, other) => other.name.length - one.name.length)[0] ?? null
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
