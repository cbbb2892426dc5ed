/** English close to a food's name: no misspelling, whatever a shop sells. */
const COMMON = new Set(
  `batter began better bitter break button buttons calm carb carbs card cards child class cold current
  daily floor four lines miss muscle muscles past product quart sail salty short shout space speak
  spell spicy steam team vegas what whats`.split(/\s+/),
)

/** The known word a misspelling meant; null if none is close. Short words allow fewer slips. */
export function correctSpelling(term: string, known: Iterable<string>): string | null {
  if (term.length === 3) return withDoubledLetter(term, known)
  if (term.length < 3 || COMMON.has(term) || /\d/.test(term)) return null
  let best: { term: string; steps: number } | null = null
  for (const one of known) {
    if (one.length < 3 || Math.abs(one.length - term.length) > 2 || !beginsAlike(term, one))
      continue
    const steps = stepsBetween(term, one)
    if (steps <= mostSteps(term, one) && (!best || steps < best.steps)) best = { term: one, steps }
  }
  return best?.term ?? null
}

/** In a three-letter word, only a missing doubled letter counts as a typo: `egs`. */
function withDoubledLetter(term: string, known: Iterable<string>): string | null {
  const doubled = new Set(
    [...term].map((letter, at) => term.slice(0, at) + letter + term.slice(at)),
  )
  for (const one of known) if (doubled.has(one)) return one
  return null
}

function mostSteps(term: string, one: string): number {
  if (term.length >= 8) return 2
  if (term.length >= 5) return 1
  const isReplaced = term.length === one.length && lettersOf(term) !== lettersOf(one)
  return isReplaced ? 0 : 1
}

function lettersOf(term: string): string {
  return [...new Set(term)].sort().join('')
}

function beginsAlike(term: string, one: string): boolean {
  return term[0] === one[0] || (term[0] === one[1] && term[1] === one[0])
}

export function stepsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, place) => place)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const [left = 0, above = 0, corner = 0] = [row[j - 1], rows[i - 1]?.[j], rows[i - 1]?.[j - 1]]
      let least = Math.min(left + 1, above + 1, corner + (isSame ? 0 : 1))
      const isExchange =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isExchange) least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}
