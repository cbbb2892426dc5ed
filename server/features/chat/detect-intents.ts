import { findPhrase, hasPhrase, readTable } from '#contract/match-phrases.ts'
import { DETAILS, GROUPS, INTENTS, SHORT_FORMS } from './intent-phrases.ts'

export type Intent = keyof typeof INTENTS
export type Detail = keyof typeof DETAILS

const INTENT_PHRASES = readTable(INTENTS, GROUPS)
const DETAIL_PHRASES = readTable(DETAILS, GROUPS)

export function detectIntents(line: string): Set<Intent> {
  const terms = termsOf(line)
  const intents = Object.keys(INTENTS) as Intent[]
  return new Set(intents.filter((intent) => hasPhrase(INTENT_PHRASES[intent], terms)))
}

export function hasDetail(line: string, detail: Detail): boolean {
  return hasPhrase(DETAIL_PHRASES[detail], termsOf(line))
}

/** The dollars a visitor wants to stay under, null when none are named. */
export function budgetIn(line: string): number | null {
  const amount = findPhrase(INTENT_PHRASES.under, termsOf(line))?.find((term) => /^\d/.test(term))
  return amount === undefined ? null : Number(amount)
}

/** The terms of a parsed line: `who's` and `who` are the same. */
function termsOf(line: string): string[] {
  return line.split(' ').map((term) => SHORT_FORMS.get(term) ?? term.replace(/'.*/, ''))
}
