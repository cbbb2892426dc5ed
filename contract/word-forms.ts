/** Small letters without accents, with straight apostrophes. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`´]/g, "'")
    .toLowerCase()
}

/** The singular of a word, near enough: `tomatoes` and `tomato`, `berries` and `berry` are the same. */
export function stemOf(term: string): string {
  const bare = term.replace(/'.*/, '')
  if (bare.length <= 3 || /(?:ss|us|is)$/.test(bare) || /^\d/.test(bare)) return bare
  if (/[^aeiou]ies$/.test(bare)) return `${bare.slice(0, -3)}y`
  if (/(?:o|sh|ch|x|ss)es$/.test(bare)) return bare.slice(0, -2)
  return bare.endsWith('s') ? bare.slice(0, -1) : bare
}

/** Whether a name is of several things, near enough: `Farm Eggs` are, `Swiss Chard` is. */
export function isPlural(name: string): boolean {
  const last =
    fold(name)
      .match(/[a-z']+/g)
      ?.at(-1) ?? ''
  return stemOf(last) !== last
}
