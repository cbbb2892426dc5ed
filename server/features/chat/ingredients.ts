import { shortName } from '#contract/products/short-name.ts'
import { answerMentions } from './describe-products.ts'
import { describeContact } from './describe-shop.ts'
import type { FarmIndex, NamedProduct } from './farm-index.ts'
import { isOfShop } from './intents.ts'
import { sentencesIn } from './page-passages.ts'
import { type ChatQuery, findMentions, isSurely } from './read-question.ts'
import { isFood, isStopWord, lineOf, partsOf, stemsOf, type Token } from './words.ts'

export type IngredientQuestion = {
  sought: readonly Sought[]
  products: readonly NamedProduct[]
  isWholeShop: boolean
}

type Sought = { text: string; stems: readonly string[] }
type Words = readonly Token[]

const HOLDS = /^(?:have|has|had|contain|contains|containing|includes?|uses?|hold|got)$/
const MADE = /^(?:made|makes?|comes?|mixed)$/
const ASKERS = /^(?:you|u|ya|we|i|guys|yall|people|customers)$/
const NO_ONE = /^(?:what|which|who|anything|something|everything|products?|items?)$/
const OPEN =
  /^(?:it|they|them|these|those|this|that|what|which|who|anything|something|everything|products?|items?)$/
const JOINS = /^(?:and|or|nor|plus)$/
const ASKS = /^(?:is|are|do|does|did|can|could|will|would)$/

/** Nothing before one of these belongs to the ingredient, */
const CUES =
  /^(?:is|are|was|were|isnt|arent|any|some|there|theres|have|has|had|got|get|put|uses?|using|add|added|find|with|contains?|much|many|do|does|did|which|whats?|can|could|would|how|if|know|tell)$/

/** and nothing after one of these belongs to the product. */
const ENDS =
  /^(?:with|for|at|on|to|from|by|if|when|before|after|until|without|that|which|because|is|are|do|does|can|will)$/

/** In words; anything longer is a sentence, not an ingredient. */
const MAX_WORDS = 4

/** As in `is there garlic in the dill ranch` or `bagels without onion`; null for other messages. */
export function readIngredientQuestion(tokens: Words, index: FarmIndex): IngredientQuestion | null {
  for (const at of tokens.keys()) {
    const question = readAround(tokens, at, index)
    if (question && !asksForItself(question)) return question
  }
  return null
}

function readAround(tokens: Words, at: number, index: FarmIndex): IngredientQuestion | null {
  const text = tokens[at]?.text ?? ''
  const [before, after] = [tokens.slice(0, at), tokens.slice(at + 1)]
  const isMade = MADE.test(text) && /^(?:with|from|of|using)$/.test(after[0]?.text ?? '')
  // `is there garlic in the dill ranch`, `i love the pickles, is there sugar in them`
  if (/^(?:in|inside|into)$/.test(text)) {
    const item = before.findLastIndex((token) => CUES.test(token.text)) + 1
    return questionOf(before.slice(item), clause(after, ENDS), before.slice(0, item), index)
  }
  // `do the pickles have garlic`, `which bagels contain onion`, `is it made with sugar`
  if (isMade || HOLDS.test(text)) {
    if (ASKERS.test(before.at(-1)?.text ?? 'you') || after[0]?.text === 'to') return null
    const subject = before.slice(before.findLastIndex((token) => ASKS.test(token.text)) + 1)
    return questionOf(clause(after.slice(isMade ? 1 : 0), CUES), subject, before, index)
  }
  // `are the eggs pasteurized`, which some must know, whether or not it is written
  if (/^pasteuri[sz]ed$/.test(text))
    return questionOf(tokens.slice(at, at + 1), before, before, index)
  // `sugar free pickles`, `are the pickles garlic-free`
  if (text === 'free')
    return questionOf(before.slice(-1), [...before.slice(0, -1), ...after], [], index)
  // `pickles without garlic`; but `eggs with my order` doesn't ask what is in eggs
  if (!/^(?:with|without|sans|minus)$/.test(text)) return null
  const question = questionOf(clause(after, CUES), before, [], index)
  const isSaid = text !== 'with' || after[0]?.text === 'no'
  return isSaid || (question && describeIngredients(question).quotes.length > 0) ? question : null
}

/** `subject` names the products, or with `it` or `which` those `before`, or the whole shop. */
function questionOf(
  items: Words,
  subject: Words,
  before: Words,
  index: FarmIndex,
): IngredientQuestion | null {
  const sought = partsOf(items).flatMap(soughtIn)
  const own = productsIn(subject, index)
  const isOpen = own.length === 0 && subject.some(({ text }) => OPEN.test(text))
  const spoken = isOpen ? productsIn(before, index) : own
  const isWholeShop = isOpen && spoken.length === 0 && before.some(({ text }) => NO_ONE.test(text))
  const products = isWholeShop ? index.products : [...new Set(spoken)]
  return sought.length > 0 && products.length > 0 ? { sought, products, isWholeShop } : null
}

const OF_ALLERGENS = /^(?:allerg\w+|celiac|dairy|gluten|intolerant|lactose|vegan|vegetarian)$/

function soughtIn(item: Words): Sought[] {
  const own = item.filter((token) => !isStopWord(token) && !/^\d/.test(token.text))
  const isOther = own.every(
    ({ text, stem }) => (isOfShop(text) && !isFood(stem)) || OF_ALLERGENS.test(text),
  )
  if (own.length === 0 || own.length > MAX_WORDS || isOther) return []
  return [{ text: lineOf(own), stems: own.map(({ stem }) => stem) }]
}

function clause(tokens: Words, ends: RegExp): Words {
  const end = tokens.findIndex(({ text, breaksBefore }, at) => {
    const isJoined = JOINS.test(text) || JOINS.test(tokens[at - 1]?.text ?? '')
    return at > 0 && (ends.test(text) || (breaksBefore && !isJoined))
  })
  return end < 0 ? tokens : tokens.slice(0, end)
}

/** `any bagels in the bakery` looks for bagels, not for an ingredient. */
function asksForItself({ sought, products }: IngredientQuestion): boolean {
  return sought.some(
    ({ stems: [stem = '', ...more] }) =>
      more.length === 0 &&
      products.some(({ head, categoryStems }) => stem === head || categoryStems.includes(stem)),
  )
}

function productsIn(words: Words, index: FarmIndex): NamedProduct[] {
  const line = lineOf(words)
  return findMentions(words, index)
    .mentions.filter(
      (mention) =>
        isSurely(mention, line) ||
        words.some((token) => mention.tokens.includes(token.text) && !isStopWord(token)),
    )
    .flatMap(({ products }) => products)
}

export function answerIngredients(
  query: ChatQuery,
  question: IngredientQuestion,
): { sentences: string[]; isOpen: boolean } | null {
  const { quotes, unseen } = describeIngredients(question)
  // For the whole shop, only finds are reported: the question may be about something else.
  if (question.isWholeShop && quotes.length === 0) return null
  const prices = /\b(?:price|cost|how much)\b/.test(query.line) ? answerMentions(query) : []
  const contact = unseen.length > 0 ? [describeContact(query)] : []
  return { sentences: [...quotes, ...unseen, ...prices, ...contact], isOpen: quotes.length === 0 }
}

/** Quotes each product's own text; never claims something is absent because the text omits it. */
export function describeIngredients({ sought, products, isWholeShop }: IngredientQuestion) {
  const quotes = products.flatMap((product) => {
    const found = new Set(sought.flatMap((one) => sentencesWith(product, one)))
    return found.size > 0 ? [`${shortName(product)}: “${[...found].join(' ')}”`] : []
  })
  const unseen = sought.flatMap((one) => {
    const silent = products.filter((product) => sentencesWith(product, one, 'whole').length === 0)
    const names = silent.map(shortName)
    const where = isWholeShop
      ? 'the others'
      : [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ')
    return silent.length > 0
      ? [`I don’t see ${one.text} in what is written about ${where}; please ask us.`]
      : []
  })
  return { quotes: quotes.length > 0 ? [quotes.join(' ')] : [], unseen }
}

/** What a product says about it, or unless `whole`, about part of it: `seeds` of `poppy seeds`. */
function sentencesWith(product: NamedProduct, { stems }: Sought, whole?: 'whole'): string[] {
  const { description, allergens, name } = product
  const naming = (wanted: readonly string[]) => {
    const names = (text: string) => new Set(wanted).isSubsetOf(new Set(stemsOf(text)))
    const said = sentencesIn(description).filter(names)
    if (said.length > 0) return said
    if (allergens && names(allergens)) return [`Listed allergens: ${allergens}.`]
    return names(name) ? [name] : []
  }
  const found = naming(stems)
  return found.length > 0 || whole ? found : naming(stems.slice(-1))
}
