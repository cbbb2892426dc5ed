import { findPhrase, hasPhrase, type Phrase, readPhrases } from '#contract/match-phrases.ts'
import { DETAILS, GROUPS, INTENTS, SHORT_FORMS } from './intent-phrases.ts'

export type Intent = keyof typeof INTENTS
export type Detail = keyof typeof DETAILS

const INTENT_PHRASES = readTable<Intent>(INTENTS)
const DETAIL_PHRASES = readTable<Detail>(DETAILS)

function readTable<Key extends string>(table: Readonly<Record<Key, string>>): Map<Key, Phrase[]> {
  const keys = Object.keys(table) as Key[]
  return new Map(keys.map((key) => [key, readPhrases(table[key], GROUPS)]))
}

export function detectIntents(line: string): Set<Intent> {
  const terms = termsOf(line)
  const found = [...INTENT_PHRASES].filter(([, phrases]) => hasPhrase(phrases, terms))
  return new Set(found.map(([intent]) => intent))
}

export function hasDetail(line: string, detail: Detail): boolean {
  return hasPhrase(DETAIL_PHRASES.get(detail) ?? [], termsOf(line))
}

/** The dollars a visitor wants to stay under, null when none are named. */
export function budgetIn(line: string): number | null {
  const amount = findPhrase(INTENT_PHRASES.get('under') ?? [], termsOf(line))?.find((term) =>
    /^\d/.test(term),
  )
  return amount === undefined ? null : Number(amount)
}

/** The terms of a parsed line: `who's` and `who` are the same. */
function termsOf(line: string): string[] {
  return line.split(' ').map((term) => SHORT_FORMS.get(term) ?? term.replace(/'.*/, ''))
}
