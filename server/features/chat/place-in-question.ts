import { STATES, type State } from './state-zips.ts'
import { INTENT_TERMS, NO_PLACES, STOP_WORDS } from './vocabulary.ts'

/** Where somebody wants something brought: by its ZIP code, its state, or a name in their own words. */
export type PlaceQuestion = { name: string; zip: string | null; state: State | null }

const VERBS = /^(?:deliver|ship|bring|drop|mail|send|post|drive|courier)/i
const TOWARDS = new Set(['to', 'in', 'into', 'near', 'around'])

const MAX_TOKENS = 4

/** The place that a question about delivery names; null for none, such as `to my house`. */
export function placeInQuestion(text: string): PlaceQuestion | null {
  const tokens = text.split(/[\s,;:()!?."“”/]+/).filter(Boolean)
  const zip = tokens.find((token) => /^\d{5}(?:-\d{4})?$/.test(token))?.slice(0, 5)
  if (zip) return { name: zip, zip, state: null }
  const verb = tokens.findIndex((token) => VERBS.test(token))
  const names = tokens.flatMap((token, place) =>
    verb >= 0 && place > verb && TOWARDS.has(token.toLowerCase())
      ? [nameIn(tokens.slice(place + 1))]
      : [],
  )
  const first = names.find((name) => name.length > 0) ?? []
  const state = stateIn(tokens) ?? STATES.find(({ code }) => code === first.at(-1)) ?? null
  if (first.length > 0) return { name: first.map(upperFirst).join(' '), zip: null, state }
  return state && { name: state.name, zip: null, state }
}

/** `Custer`, of `the city of Custer on Saturday please`. */
function nameIn(tokens: readonly string[]): string[] {
  const start = tokens.findIndex((token) => !/^(?:the|city|town|of)$/i.test(token))
  const name = tokens.slice(Math.max(start, 0))
  const end = name.findIndex((token) => !isOfName(token))
  const found = name.slice(0, end < 0 ? MAX_TOKENS : Math.min(end, MAX_TOKENS))
  return found.every((token) => NO_PLACES.has(token.toLowerCase())) ? [] : found
}

function isOfName(token: string): boolean {
  const plain = token.toLowerCase()
  const isOther = STOP_WORDS.has(plain) || INTENT_TERMS.has(plain)
  return /^\p{L}/u.test(token) && (!isOther || plain === 'new')
}

/** The state with the longest name among the words: West Virginia is not Virginia. */
function stateIn(tokens: readonly string[]): State | null {
  const line = ` ${tokens.join(' ').toLowerCase()} `
  const found = STATES.filter(({ name }) => line.includes(` ${name.toLowerCase()} `))
  return found.toSorted((one, other) => other.name.length - one.name.length)[0] ?? null
}

function upperFirst(token: string): string {
  return token.charAt(0).toUpperCase() + token.slice(1)
}
