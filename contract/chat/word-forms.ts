import { plainMarks } from '../text/visible-text.ts'

/** Text for searching: lowercase, no accents, plain quotes, nothing invisible. */
export function fold(text: string): string {
  const letters = text.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
  return plainMarks(letters).toLowerCase()
}

export function includesWords(text: string, wanted: string): boolean {
  const folded = fold(text)
  return fold(wanted)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

/** A rough singular, the same for `tomatoes` and `tomato`, `berries` and `berry`. */
export function stemOf(term: string): string {
  const bare = term.replace(/'.*/, '')
  if (bare.length <= 3 || /(?:ss|us|is)$/.test(bare) || /^\d/.test(bare)) return bare
  if (/[^aeiou]ies$/.test(bare)) return `${bare.slice(0, -3)}y`
  if (/(?:o|sh|ch|x|ss)es$/.test(bare)) return bare.slice(0, -2)
  return bare.endsWith('s') ? bare.slice(0, -1) : bare
}

/** A guess: `Farm Eggs` is plural, `Swiss Chard` is not. */
export function isPlural(name: string): boolean {
  const last =
    fold(name)
      .match(/[a-z']+/g)
      ?.at(-1) ?? ''
  return stemOf(last) !== last
}
