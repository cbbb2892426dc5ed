/**
 * A phrase about allergens as a visitor may type it, made into a regular expression over terms that
 * each end with a space; commas and lines divide several.
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
export function readPhrases(text: string, groups: Readonly<Record<string, string>> = {}): RegExp {
  return new RegExp(`${AT_TERM}${anyOf(text, groups)}`, 'gu')
}

const AT_TERM = '(?<!\\S)'

/** Marks begin with a capital or no letter; visitors' terms are lowercase. */
const TYPED = '[\\p{Ll}\\p{Lo}\\p{N}]\\S*'

const BRACKETS = new Map([
  ['(', '(?:'],
  ['[', '(?:'],
  [')', ')?'],
  [']', ')*'],
])

function anyOf(text: string, groups: Readonly<Record<string, string>>): string {
  const phrases = text.split(/[,\n]/).filter((phrase) => phrase.trim())
  const termOf = (piece: string) => {
    if (!piece.startsWith('{')) return `(?:${piece.split('/').map(formOf).join('|')}) `
    const group = groups[piece.slice(1, -1)]
    if (!group) throw new Error(`No group of phrases is called ${piece}.`)
    return anyOf(group, groups)
  }
  const sequenceOf = (phrase: string) =>
    (phrase.match(/[()[\]]|[^\s()[\]]+/g) ?? []).map((piece, at, pieces) => {
      const isFirst = at === 0 || /[([]/.test(pieces[at - 1] ?? '')
      if (!piece.startsWith('!')) return BRACKETS.get(piece) ?? termOf(piece)
      return isFirst ? `(?<!${AT_TERM}${termOf(piece.slice(1))})` : `(?!${termOf(piece.slice(1))})`
    })
  return `(?:${phrases.map((phrase) => sequenceOf(phrase).join('')).join('|')})`
}

function formOf(form: string): string {
  if (form === 'ANY') return TYPED
  return form.replace('|', '\\|').replace(/\*$/, '\\S*')
}

export function hasPhrase(phrases: RegExp, terms: readonly string[]): boolean {
  return lineOf(['START', ...terms, 'END']).search(phrases) >= 0
}

/** Replaces each phrase by one term. */
export function replacePhrase(phrases: RegExp, terms: readonly string[], by: string): string[] {
  return lineOf(terms).replace(phrases, `${by} `).split(' ').slice(0, -1)
}

function lineOf(terms: readonly string[]): string {
  return terms.map((term) => `${term} `).join('')
}
