/**
 * A phrase about allergens as a visitor may type it, matched term by term; commas and lines divide several.
 *
 *     free of             these terms in a row
 *     make/makes/made     one of these
 *     allerg*             a term that begins so
 *     (any)               may be left out
 *     [any/all/the]       may be left out, or come several times
 *     ANY                 any term
 *     free !range         not before such a term; at the beginning of a phrase: not after it
 *     START, END, |       where the message begins and ends; where a part of it ends
 *     {place}             one of the phrases that `groups` has under this name
 */
type Phrase = Step

type Step = (line: readonly string[], starts: readonly number[]) => readonly number[]

type Groups = Readonly<Record<string, string>>

const START = 'START'
const END = 'END'

function readPhrases(text: string, groups: Groups = {}): Phrase[] {
  const phrases = text.split(/[,\n]/).filter((phrase) => phrase.trim())
  return phrases.map((phrase) => readSequence(phrase.match(/[()[\]]|[^\s()[\]]+/g) ?? [], groups))
}

export function readTable<Key extends string>(
  table: Readonly<Record<Key, string>>,
  groups: Groups,
): Readonly<Record<Key, readonly Phrase[]>> {
  const entries = Object.entries<string>(table)
  return Object.fromEntries(
    entries.map(([key, text]) => [key, readPhrases(text, groups)]),
  ) as Record<Key, Phrase[]>
}

export function hasPhrase(phrases: readonly Phrase[], terms: readonly string[]): boolean {
  const line = [START, ...terms, END]
  const starts = [...line.keys()]
  return phrases.some((phrase) => phrase(line, starts).length > 0)
}

export function replacePhrase(phrase: Phrase, terms: readonly string[], by: string): string[] {
  const replaced: string[] = []
  for (let at = 0; at < terms.length; ) {
    const end = Math.max(0, ...phrase(terms, [at]))
    replaced.push(end > 0 ? by : (terms[at] ?? ''))
    at = end || at + 1
  }
  return replaced
}

function readSequence(pieces: string[], groups: Groups): Step {
  const steps: Step[] = []
  for (let piece = pieces.shift(); piece && !/[)\]]/.test(piece); piece = pieces.shift()) {
    if (piece === '(') steps.push(optional(readSequence(pieces, groups)))
    else if (piece === '[') steps.push(repeated(readSequence(pieces, groups)))
    else if (!piece.startsWith('!')) steps.push(readPiece(piece, groups))
    else steps.push(absent(readPiece(piece.slice(1), groups), steps.length === 0 ? -1 : 0))
  }
  return (line, starts) => {
    let ends = starts
    for (const step of steps) if (ends.length > 0) ends = step(line, ends)
    return ends
  }
}

function readPiece(piece: string, groups: Groups): Step {
  if (!piece.startsWith('{')) return readTerm(piece)
  const group = groups[piece.slice(1, -1)]
  if (!group) throw new Error(`No group of phrases is called ${piece}.`)
  return oneOf(readPhrases(group, groups))
}

function readTerm(piece: string): Step {
  const forms = new Set(piece.split('/'))
  const patterns = [...forms].flatMap(patternOf)
  const fits = (term = '') => forms.has(term) || patterns.some((pattern) => pattern(term))
  return (line, starts) => starts.filter((at) => fits(line[at])).map((at) => at + 1)
}

function patternOf(form: string): ((term: string) => boolean)[] {
  if (form === 'ANY') return [isTyped]
  return form.endsWith('*') ? [(term) => term.startsWith(form.slice(0, -1))] : []
}

/** Marks begin with a capital or no letter; visitors' terms are lowercase. */
function isTyped(term: string): boolean {
  return /^[\p{Ll}\p{Lo}\p{N}]/u.test(term)
}

function oneOf(steps: readonly Step[]): Step {
  return (line, starts) => unique(steps.flatMap((step) => step(line, starts)))
}

function optional(step: Step): Step {
  return (line, starts) => unique([...starts, ...step(line, starts)])
}

function repeated(step: Step): Step {
  return (line, starts) => {
    const ends = new Set(starts)
    for (const end of ends) for (const next of step(line, [end])) ends.add(next)
    return [...ends]
  }
}

function absent(step: Step, offset: number): Step {
  return (line, starts) => starts.filter((at) => step(line, [at + offset]).length === 0)
}

function unique(places: readonly number[]): number[] {
  return [...new Set(places)]
}
