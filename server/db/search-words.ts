/** A word is kept to this many characters, so that even a made-up name fits into an index. */
const MAX_TERM = 60

/** Greater than every character a word may hold, on both engines. */
const LAST_CHARACTER = '\u{10FFFF}'

/** The terms an order is found by: of the name, the email address, and what is before its @. */
export function wordsOfOrder(order: { customer_name: string; customer_email: string }): string[] {
  const email = fold(order.customer_email)
  return [
    ...new Set([
      ...split(fold(order.customer_name)),
      shortened(email),
      ...split(email.replace(/@.*/, '')),
    ]),
  ]
}

/** Ranges of terms: `Mar` is all that begins with it, one letter stands for itself. */
export function searchTermsIn(text: string): { from: string; until: string }[] {
  const terms = fold(text)
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? [shortened(part)] : split(part)))
  return [...new Set(terms)].map((term) => ({
    from: term,
    until: Array.from(term).length === 1 ? `${term}\u0001` : term + LAST_CHARACTER,
  }))
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function split(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu)?.map(shortened) ?? []
}

function shortened(term: string): string {
  return Array.from(term).slice(0, MAX_TERM).join('')
}
