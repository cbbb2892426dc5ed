import { US_STATES } from '#contract/calendar/us-states.ts'
import { isStopWord, tokenize } from './words.ts'

export type Town = { name: string; zip: string | null; state: string | null }

const VERB = /^(?:deliver|ship|bring|drop|mail|send|post|drive|courier)/i

const NO_TOWN =
  /^(?:(?:jan|febr)uary|march|april|may|ju(?:ne|ly)|august|(?:sept|nov|dec)ember|october|address|advance|apartment|autumn|bulk|campsite|christmas|customers|doors?|doorstep|easter|fall|general|hotel|hours?|minutes|mailbox|motel|neighbors?|neighborhood|office|porch|restaurants?|school|spring|summer|thanksgiving|town|winter|work|yard)$/i

/**
 * The town, ZIP code or state that a question about delivery names; null for none, as in `to my
 * house`.
 */
export function findTown(text: string): Town | null {
  const words = text.split(/[\s,;:()!?."“”/]+/).filter(Boolean)
  const zip = words.find((word) => /^\d{5}(?:-\d{4})?$/.test(word))?.slice(0, 5)
  if (zip) return { name: zip, zip, state: null }
  const verb = words.findIndex((word) => VERB.test(word))
  if (verb < 0) return null
  const names = words.flatMap((word, at) =>
    at > verb && /^(?:to|in|into|near|around)$/i.test(word) ? [nameAt(words.slice(at + 1))] : [],
  )
  const name = names.find((found) => found.length > 0) ?? []
  const last = name.at(-1) ?? ''
  const state = stateIn(words) ?? (US_STATES[last] ? last : null)
  const called = name.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return called || state ? { name: called || US_STATES[state ?? ''] || '', zip: null, state } : null
}

function nameAt(words: readonly string[]): string[] {
  const start = words.findIndex((word) => !/^(?:the|city|town|of)$/i.test(word))
  const own = words.slice(Math.max(start, 0), start + 4)
  const name = own.slice(0, [...own.map(isOfName), false].indexOf(false))
  return name.every((word) => NO_TOWN.test(word)) ? [] : name
}

function isOfName(word: string): boolean {
  const [token] = tokenize(word)
  return token !== undefined && /^\p{L}/u.test(word) && (/^new$/i.test(word) || !isStopWord(token))
}

/** The state with the longest matching name: West Virginia is not Virginia. */
function stateIn(words: readonly string[]): string | null {
  const line = ` ${words.join(' ').toLowerCase()} `
  const found = Object.entries(US_STATES).toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  return found.find(([, name]) => line.includes(` ${name.toLowerCase()} `))?.[0] ?? null
}
