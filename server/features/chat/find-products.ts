import { type FarmIndex, type NamedProduct, productsOf, stemsIn } from './farm-index.ts'
import { isFood, type Token } from './tokenize.ts'
import { MEASURES, NUMBERS } from './vocabulary.ts'

export type Mention = {
  products: readonly NamedProduct[]
  stems: readonly string[]
  tokens: readonly string[]
  quantity: number | null
  measure: string | null
}

/**
 * `missing`: foods the shop doesn't sell, even if the word is in another product's name; not those
 * mentioned along with a product, like the garlic of `pickles with garlic`.
 */
type Mentions = { mentions: readonly Mention[]; missing: readonly string[] }

type Amount = { quantity: number | null; measure: string | null }
const NO_AMOUNT: Amount = { quantity: null, measure: null }

export function findMentions(tokens: readonly Token[], index: FarmIndex): Mentions {
  const mentions: Mention[] = []
  const missing: string[] = []
  let ofPart: string[] = []
  let [isOpen, isNamed, before] = [false, false, NO_AMOUNT]
  for (const token of tokens) {
    if (token.breaksBefore) {
      missing.push(...ofPart)
      ;[ofPart, isOpen, isNamed, before] = [[], false, false, NO_AMOUNT]
    }
    const named = productsOf(token, index.byStem)
    if (named.length > 0) {
      const last = isOpen ? mentions.at(-1) : undefined
      const narrower = last && narrowed(last, named, token)
      if (narrower) mentions[mentions.length - 1] = narrower
      else
        mentions.push({ products: named, stems: stemsIn(token), tokens: [token.text], ...before })
      ;[ofPart, isOpen, isNamed] = [[], true, true]
    } else if (isFood(token.stem)) {
      if (!isNamed) ofPart.push(token.text)
      isOpen = false
    }
    before = amountAfter(before, token)
  }
  missing.push(...ofPart)
  const preferredMentions = withoutRepeats(
    preferredOf(mentions, tokens.map(({ text }) => text).join(' ')),
  )
  const inNames = preferredMentions.filter(isOnlyInName).flatMap((mention) => mention.tokens)
  return { mentions: preferredMentions, missing: [...missing, ...inNames] }
}

function narrowed(mention: Mention, named: readonly NamedProduct[], token: Token): Mention | null {
  const products = mention.products.filter((one) => named.includes(one))
  const stems = [...mention.stems, ...stemsIn(token)]
  return products.length > 0
    ? { ...mention, products, stems, tokens: [...mention.tokens, token.text] }
    : null
}

function amountAfter(before: Amount, { text, stem }: Token): Amount {
  if (/^\d{1,4}$/.test(text)) return { quantity: Number(text), measure: null }
  if (NUMBERS.includes(text)) return { quantity: NUMBERS.indexOf(text), measure: null }
  if (text === 'couple') return { quantity: 2, measure: null }
  if (/^an?$/.test(text)) return { quantity: 1, measure: null }
  if (MEASURES.has(stem)) return { ...before, measure: stem }
  return text === 'of' ? before : { ...before, quantity: before.measure ? before.quantity : null }
}

/** Whether a product is that thing (bagels, not bagel seasoning) or in that category. */
export function isSuch(
  { head, categoryStems }: NamedProduct,
  { stems }: Pick<Mention, 'stems'>,
): boolean {
  return stems.includes(head) || stems.some((stem) => categoryStems.includes(stem))
}

export function isSurely(mention: Mention, line: string): boolean {
  if (mention.stems.length > 1) return true
  return mention.products.every(
    (product) => isSuch(product, mention) || line.includes(product.plainName),
  )
}

/**
 * Among products sharing a word: the one named in full, or of that kind; then the one in the
 * measure asked for.
 */
function preferredOf(mentions: readonly Mention[], line: string): Mention[] {
  let unread = line
  return mentions.map((mention) => {
    const called = mention.products.filter(
      ({ plainName }) => plainName.includes(' ') && unread.includes(plainName),
    )
    for (const { plainName } of called) unread = unread.replace(plainName, '')
    const such = mention.products.filter((product) => isSuch(product, mention))
    const products = [called, such, mention.products].find((some) => some.length > 0) ?? []
    const measured = products.filter(({ unit }) => unit?.toLowerCase() === mention.measure)
    return { ...mention, products: measured.length > 0 ? measured : products }
  })
}

function withoutRepeats(mentions: readonly Mention[]): Mention[] {
  return mentions.map((mention, place) => {
    const before = new Set(mentions.slice(0, place).flatMap(({ products }) => products))
    const others = mention.products.filter((product) => !before.has(product))
    return others.length > 0 ? { ...mention, products: others } : mention
  })
}

/** Onions are not onion bagels: a food that appears only in another product's name. */
function isOnlyInName(mention: Mention): boolean {
  return (
    mention.stems.every(isFood) && !mention.products.some((product) => isSuch(product, mention))
  )
}
