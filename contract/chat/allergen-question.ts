import { ALLERGEN_PHRASES, BARE, CORRECTED, GROUPS } from '../products/allergen-phrases.ts'
import { type Allergen, allergensOf, allergenTerm } from '../products/allergens.ts'
import { correctSpelling } from './correct-spelling.ts'
import { hasPhrase, readTable, replacePhrase } from './match-phrases.ts'
import { fold, stemOf } from './word-forms.ts'

export type AllergenQuestion = {
  allergens: readonly Allergen[]
  isBare: boolean
}

const ALLERGEN = '@'

const phrases = readTable(ALLERGEN_PHRASES, GROUPS)
const corrected = CORRECTED.split(/\s+/)
const bare = new Set(BARE.split(/\s+/))

/**
 * The allergens a text asks about (allergic to, free of, without, contains); null if none.
 * `recorded` adds allergens from product descriptions.
 */
export function allergenQuestion(
  text: string,
  recorded: ReadonlySet<string> = new Set(),
): AllergenQuestion | null {
  const parts = partsOf(text).map((term) => readTerm(term, recorded))
  const line = marksOf(parts)
  const namesOne = line.includes(ALLERGEN)
  const isJoined = namesOne && hasPhrase(phrases.joined, line)
  const isWithout =
    namesOne && hasPhrase(phrases.without, line) && !hasPhrase(phrases.soldOut, line)
  const typed = parts.map((part) => part.text)
  if (!isJoined && !isWithout && !hasPhrase(phrases.always, typed)) return null
  const allergens = parts.flatMap((part) => part.allergens)
  return {
    allergens: [...new Map(allergens.map((one) => [one.name, one])).values()],
    isBare: namesOne && line.every((term) => bare.has(term)),
  }
}

type QuestionTerm = { text: string; mark: string; allergens: readonly Allergen[] }

function readTerm(typed: string, recorded: ReadonlySet<string>): QuestionTerm {
  const text = corrected.includes(typed) ? typed : (correctSpelling(typed, corrected) ?? typed)
  const known = allergensOf(text)
  const own = known.length === 0 ? recordedTerm(stemOf(typed), recorded) : null
  const allergens = own === null ? known : [{ name: own, terms: [own], written: [own] }]
  return { text, mark: allergens.length > 0 ? ALLERGEN : text, allergens }
}

function recordedTerm(stem: string, recorded: ReadonlySet<string>): string | null {
  return recorded.has(stem) ? stem : correctSpelling(stem, recorded)
}

/** `|` ends a part of the text; `nut-free`, `nutfree` and `nondairy` are two terms. */
function partsOf(text: string): string[] {
  const plain = fold(text)
    .replace(/\bw\/o\b/g, ' without ')
    .replace(/\bw\/\s*/g, ' with ')
    .replace(/\bwith out\b/g, ' without ')
    .replace(/\bcan not\b/g, ' cannot ')
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '')
  return (plain.match(/[\p{L}\p{N}]+|[.,;:!?]/gu) ?? []).flatMap((piece) => {
    if (/^[.,;:!?]$/.test(piece)) return ['|']
    const [, before = '', term = '', after = ''] = /^(non)?(.*?)(free|less)?$/.exec(piece) ?? []
    return term && (before || after) && allergenTerm(term)
      ? [before, term, after].filter(Boolean)
      : [piece]
  })
}

function marksOf(parts: readonly QuestionTerm[]): string[] {
  const marks = parts.map(({ mark }) => mark)
  const line = phrases.inARow.reduce((terms, row) => replacePhrase(row, terms, ALLERGEN), marks)
  return line.slice(0, line.findLastIndex((term) => term !== '|') + 1)
}
