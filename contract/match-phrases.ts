/**
 * A phrase as a visitor may type it, matched term by term; several stand between commas or in lines.
 *
 *     how much            these terms in a row
 *     pay/pays/paying     one of these
 *     refrigerat*         a term that begins so
 *     (any)               may be left out
 *     [any/all/the]       may be left out, or come several times
 *     ANY, NUMBER         any term; a number
 *     where ... market    whatever stands between them in one part of a sentence
 *     store !hours        not before such a term; at the beginning of a phrase: not after it
 *     START, END, |       where the message begins and ends; where a part of it ends
 *     {dollars}           one of the phrases that `groups` has under this name
 */
export type Phrase = Step

/** Where a phrase that begins at a place may end; nowhere if it does not stand there. */
type Step = (line: readonly string[], at: number) => readonly number[]

export type Groups = Readonly<Record<string, string>>

const START = 'START'
const END = 'END'
const PART_END = '|'

export function readPhrases(text: string, groups: Groups = {}): Phrase[] {
  const phrases = text.split(/[,\n]/).filter((phrase) => phrase.trim())
  return phrases.map((phrase) => readSequence(phrase.match(/[()[\]]|[^\s()[\]]+/g) ?? [], groups))
}

/** The terms that a phrase fits, null where none of the phrases stands in the line. */
export function findPhrase(phrases: readonly Phrase[], terms: readonly string[]): string[] | null {
  const line = [START, ...terms, END]
  for (const at of line.keys())
    for (const phrase of phrases) {
      const ends = phrase(line, at)
      if (ends.length > 0) return line.slice(at, Math.max(...ends))
    }
  return null
}

export function hasPhrase(phrases: readonly Phrase[], terms: readonly string[]): boolean {
  return findPhrase(phrases, terms) !== null
}

/** The line with every phrase, as long as it goes, exchanged for one term. */
export function replacePhrase(phrase: Phrase, terms: readonly string[], by: string): string[] {
  const replaced: string[] = []
  for (let at = 0; at < terms.length; ) {
    const end = Math.max(0, ...phrase(terms, at))
    replaced.push(end > 0 ? by : (terms[at] ?? ''))
    at = end || at + 1
  }
  return replaced
}

/** Takes the pieces up to the bracket that closes, or all. */
function readSequence(pieces: string[], groups: Groups): Step {
  const steps: Step[] = []
  for (let piece = pieces.shift(); piece && !/[)\]]/.test(piece); piece = pieces.shift()) {
    if (piece === '(') steps.push(optional(readSequence(pieces, groups)))
    else if (piece === '[') steps.push(repeated(readSequence(pieces, groups)))
    else if (!piece.startsWith('!')) steps.push(readPiece(piece, groups))
    else steps.push(absent(readPiece(piece.slice(1), groups), steps.length === 0 ? -1 : 0))
  }
  return (line, at) =>
    steps.reduce<readonly number[]>((ends, step) => endsOf(step, line, ends), [at])
}

function readPiece(piece: string, groups: Groups): Step {
  if (piece === '...') return withinPart
  if (!piece.startsWith('{')) return readTerm(piece)
  const group = groups[piece.slice(1, -1)]
  if (!group) throw new Error(`No group of phrases is called ${piece}.`)
  return oneOf(readPhrases(group, groups))
}

function readTerm(piece: string): Step {
  const forms = piece.split('/')
  const whole = new Set(forms)
  const beginnings = forms.filter((form) => form.endsWith('*')).map((form) => form.slice(0, -1))
  return (line, at) => {
    const term = line[at]
    if (term === undefined) return []
    const fits =
      whole.has(term) ||
      beginnings.some((beginning) => term.startsWith(beginning)) ||
      (whole.has('ANY') && isTyped(term)) ||
      (whole.has('NUMBER') && /^\d{1,9}$/.test(term))
    return fits ? [at + 1] : []
  }
}

/** Marks begin with a capital or no letter at all; what visitors typed is in small letters. */
function isTyped(term: string): boolean {
  return /^[\p{Ll}\p{Lo}\p{N}]/u.test(term)
}

function endsOf(step: Step, line: readonly string[], starts: readonly number[]): number[] {
  return [...new Set(starts.flatMap((at) => step(line, at)))]
}

function oneOf(steps: readonly Step[]): Step {
  return (line, at) => steps.flatMap((step) => step(line, at))
}

function optional(step: Step): Step {
  return (line, at) => [at, ...step(line, at)]
}

function repeated(step: Step): Step {
  return (line, at) => {
    const ends = new Set([at])
    for (const end of ends) for (const next of step(line, end)) ends.add(next)
    return [...ends]
  }
}

function absent(step: Step, offset: number): Step {
  return (line, at) => (step(line, at + offset).length > 0 ? [] : [at])
}

const withinPart: Step = (line, at) => {
  const ends = [at]
  for (let end = at; end < line.length && line[end] !== PART_END && line[end] !== END; end++)
    ends.push(end + 1)
  return ends
}
