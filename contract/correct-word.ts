/** The known word that a misspelt one was meant to be; null when none is near enough. Short words are changed less. */
export function correctWord(word: string, known: Iterable<string>): string | null {
  if (word.length < 4 || /\d/.test(word)) return null
  let best: { word: string; steps: number } | null = null
  for (const one of known) {
    if (one.length < 3 || Math.abs(one.length - word.length) > 2 || !beginsAlike(word, one)) continue
    const steps = stepsBetween(word, one)
    if (steps <= mostSteps(word, one) && (!best || steps < best.steps)) best = { word: one, steps }
  }
  return best?.word ?? null
}

function mostSteps(word: string, one: string): number {
  if (word.length >= 8) return 2
  if (word.length >= 5) return 1
  const isReplaced = word.length === one.length && lettersOf(word) !== lettersOf(one)
  return isReplaced ? 0 : 1
}

function lettersOf(word: string): string {
  return [...new Set(word)].sort().join('')
}

function beginsAlike(word: string, one: string): boolean {
  return word[0] === one[0] || (word[0] === one[1] && word[1] === one[0])
}

export function stepsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, place) => place)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const [left = 0, above = 0, corner = 0] = [row[j - 1], rows[i - 1]?.[j], rows[i - 1]?.[j - 1]]
      let least = Math.min(left + 1, above + 1, corner + (isSame ? 0 : 1))
      const isExchange = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isExchange) least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}
