import { describeContact } from './describe-contact.ts'
import { answerMentions, nameOf } from './describe-products.ts'
import type { FarmIndex, NamedProduct } from './farm-index.ts'
import { isFood } from './farm-index.ts'
import { findMentions, isSurely } from './find-products.ts'
import { sentencesIn } from './page-passages.ts'
import type { ChatQuery } from './read-query.ts'
import { stemsOf, type Token } from './tokenize.ts'
import { INTENT_TERMS, MEASURES, OTHER_TOPICS, STOP_WORDS } from './vocabulary.ts'

/** `products`: whose texts are looked through; `isWholeShop` where the question names none. */
export type IngredientQuestion = {
  sought: readonly Sought[]
  products: readonly NamedProduct[]
  isWholeShop: boolean
}

/** Something that may be in a product: `poppy seeds` is `poppy seed`. */
type Sought = { text: string; stems: readonly string[] }

type Part = readonly Token[]

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

const JOINS = words('and or nor plus')
const INSIDE = words('in inside into')
const HOLDS = words('have has had contain contains containing include includes use uses hold got')
const MADE = words('made make comes come mixed')
const OF = words('with from of using')
const WITHOUT = words('without sans minus with')
const ASKERS = words('you u ya we i guys yall people customers')
const NO_ONE = words('what which who anything something everything product products item items')
const THEM = words('it they them these those this that')

/** Before one of these nothing belongs to what is sought. */
const CUES = words(`is are was were isnt arent any some there theres have has had got get put use
  uses using add added find with contain contains much many do does did which what whats can could
  would how if know tell`)

/** What is said of a product ends before one of these. */
const ENDS = words(`with for at on to from by if when before after until without that which because
  is are do does can will`)

/** More is no ingredient but a sentence, in words. */
const MAX_WORDS = 4

/**
 * Whether something is in a product, as `is there garlic in the dill ranch`, `do the pickles have
 * sugar`, `bagels without onion`; null where a message asks nothing of the kind.
 */
export function readIngredientQuestion(
  tokens: readonly Token[],
  index: FarmIndex,
): IngredientQuestion | null {
  const parts = partsOf(tokens)
  for (const [place, part] of parts.entries())
    for (const read of [readInside, readHolding, readWithout, readFree]) {
      const question = read({ parts, place, part, index })
      if (question && !asksForItself(question)) return question
    }
  return null
}

/** The answer, with prices where they were asked for as well; null where nothing is found in the whole shop. */
export function answerIngredients(
  query: ChatQuery,
  question: IngredientQuestion,
): { sentences: string[]; isOpen: boolean } | null {
  const { quotes, unseen } = describeIngredients(question)
  // Of the whole shop nothing is said but what is found: the question may be about something else.
  if (question.isWholeShop && quotes.length === 0) return null
  const prices = query.intents.has('price') ? answerMentions(query) : []
  const contact = unseen.length > 0 ? [describeContact(query)] : []
  return { sentences: [...quotes, ...unseen, ...prices, ...contact], isOpen: quotes.length === 0 }
}

/** Quotes each product's own text; what is not in it is never said to be absent. */
export function describeIngredients({ sought, products, isWholeShop }: IngredientQuestion) {
  const quotes = products.flatMap((product) => {
    const found = new Set(sought.flatMap((one) => sentencesWith(product, one)))
    return found.size > 0 ? [`${nameOf(product)}: “${[...found].join(' ')}”`] : []
  })
  const unseen = sought.flatMap((one) => {
    const silent = products.filter((product) => sentencesWith(product, one, 'whole').length === 0)
    if (silent.length === 0) return []
    const where = isWholeShop ? 'the others' : listed(silent)
    return [`I don’t see ${one.text} in what is written about ${where}; please ask us.`]
  })
  return { quotes: quotes.length > 0 ? [quotes.join(' ')] : [], unseen }
}

/** What a product's own text says of it, or, unless it must be the `whole`, of a part of it: `seeds` of `poppy seeds`. */
function sentencesWith(product: NamedProduct, { stems }: Sought, whole?: 'whole'): string[] {
  const { description, allergens, name } = product
  const naming = (wanted: readonly string[]) => {
    const names = (text: string) => {
      const held = new Set(stemsOf(text))
      return wanted.every((stem) => held.has(stem))
    }
    const said = sentencesIn(description).filter(names)
    if (said.length > 0) return said
    if (allergens && names(allergens)) return [`Listed allergens: ${allergens}.`]
    return names(name) ? [name] : []
  }
  const found = naming(stems)
  return found.length > 0 || whole ? found : naming(stems.slice(-1))
}

function listed(products: readonly NamedProduct[]): string {
  const names = products.map(nameOf)
  const last = names.pop() ?? ''
  return names.length > 0 ? `${names.join(', ')} or ${last}` : last
}

/** `any bagels in the bakery` looks for bagels, not for what is in them. */
function asksForItself({ sought, products }: IngredientQuestion): boolean {
  return sought.some(({ stems }) =>
    products.some(
      ({ head, categoryStems }) =>
        stems.length === 1 &&
        (stems.includes(head) || stems.some((s) => categoryStems.includes(s))),
    ),
  )
}

type Reading = { parts: readonly Part[]; place: number; part: Part; index: FarmIndex }

/** `is there garlic in the dill ranch`, `garlic or onion in the pickles and the ranch mix` */
function readInside({ parts, place, part, index }: Reading): IngredientQuestion | null {
  const at = part.findIndex(({ text }) => INSIDE.has(text))
  if (at < 0) return null
  const after = part.slice(at + 1)
  const own = productsIn(beforeEnd(after), index)
  const products =
    own.length > 0
      ? [...own, ...productsJoined(parts, place, index)]
      : startsWith(after, THEM)
        ? productsBefore(parts, place, part.slice(0, Math.max(0, cueBefore(part, at))), index)
        : []
  if (startsWith(after, THEM) && own.length === 0 && products.length === 0)
    return ofWholeShop(parts[place] ?? [], at, index)
  return questionOf(itemsBefore(parts, place, at), products)
}

/** `what has garlic in it` */
function ofWholeShop(part: Part, at: number, index: FarmIndex): IngredientQuestion | null {
  const verb = part.findIndex(({ text }) => HOLDS.has(text))
  if (verb < 0 || !part.slice(0, verb).some(({ text }) => NO_ONE.has(text))) return null
  const question = questionOf([part.slice(verb + 1, at)], index.products)
  return question && { ...question, isWholeShop: true }
}

/** `do the pickles have garlic`, `is the ranch mix made with sugar`, `which bagels contain onion` */
function readHolding({ parts, place, part, index }: Reading): IngredientQuestion | null {
  const at = part.findIndex(
    ({ text }, i) =>
      (HOLDS.has(text) && part[i + 1]?.text !== 'to') ||
      (MADE.has(text) && OF.has(part[i + 1]?.text ?? '')),
  )
  if (at < 1) return null
  const subject = part.slice(0, at)
  if (ASKERS.has(subject.at(-1)?.text ?? '')) return null
  const object = part.slice(at + (MADE.has(part[at]?.text ?? '') ? 2 : 1))
  const items = [object.filter(({ text }) => !INSIDE.has(text)), ...itemsAfter(parts, place)]
  const joined = JOINS.has(parts[place - 1]?.[0]?.text ?? '') ? (parts[place - 2] ?? []) : []
  const own = productsIn(subject, index)
  if (own.length > 0) return questionOf(items, [...productsIn(joined, index), ...own])
  if (subject.some(({ text }) => THEM.has(text)))
    return questionOf(items, productsBefore(parts, place, [], index))
  if (!subject.some(({ text }) => NO_ONE.has(text))) return null
  const question = questionOf(items, index.products)
  return question && { ...question, isWholeShop: true }
}

/** `pickles without garlic`, `the ranch mix with no sugar` */
function readWithout({ parts, place, part, index }: Reading): IngredientQuestion | null {
  const at = part.findIndex(({ text }) => WITHOUT.has(text))
  if (at < 1) return null
  const isWish = part[at]?.text === 'with' && part[at + 1]?.text !== 'no'
  const items = [part.slice(at + 1), ...itemsAfter(parts, place)]
  const question = questionOf(items, productsIn(part.slice(0, at), index))
  // `eggs with my order` asks for nothing that is in eggs.
  const holdsSome = question?.products.some((product) =>
    question.sought.some((one) => sentencesWith(product, one).length > 0),
  )
  return isWish && !holdsSome ? null : question
}

/** `sugar free pickles`, `are the pickles garlic-free` */
function readFree({ part, index }: Reading): IngredientQuestion | null {
  const at = part.findIndex(({ text }) => text === 'free')
  if (at < 1) return null
  const others = [...part.slice(0, at - 1), ...part.slice(at + 1)]
  return questionOf([part.slice(at - 1, at)], productsIn(others, index))
}

function questionOf(
  items: readonly Part[],
  products: readonly NamedProduct[],
): IngredientQuestion | null {
  const sought = items.flatMap((item) => soughtIn(item) ?? [])
  if (sought.length === 0 || products.length === 0) return null
  return { sought, products: [...new Set(products)], isWholeShop: false }
}

function soughtIn(item: Part): Sought | null {
  const own = item.filter(
    ({ text, stem }) =>
      !STOP_WORDS.has(text) && !STOP_WORDS.has(stem) && !MEASURES.has(stem) && !/^\d/.test(text),
  )
  const isOther = own.every(
    ({ text, stem }) => OTHER_TOPICS.has(text) || (INTENT_TERMS.has(text) && !isFood(stem)),
  )
  if (own.length === 0 || own.length > MAX_WORDS || isOther) return null
  return { text: own.map(({ text }) => text).join(' '), stems: own.map(({ stem }) => stem) }
}

/** What stands before a place, and the items of a list that leads up to it. */
function itemsBefore(parts: readonly Part[], place: number, at: number): Part[] {
  const items: Part[] = []
  let part: Part = (parts[place] ?? []).slice(0, at)
  for (let back = place; ; ) {
    const cue = cueBefore(part, part.length)
    items.unshift(part.slice(cue + 1))
    back -= JOINS.has(parts[back - 1]?.[0]?.text ?? '') ? 2 : 1
    if (cue >= 0 || back < 0) return items
    part = parts[back] ?? []
  }
}

/** The further items of a list that began in a part. */
function itemsAfter(parts: readonly Part[], place: number): Part[] {
  const items: Part[] = []
  for (const part of parts.slice(place + 1)) {
    if (JOINS.has(part[0]?.text ?? '')) continue
    if (part.length > 3 || part.some(({ text }) => CUES.has(text))) break
    items.push(part)
  }
  return items
}

/** The products of `the ranch mix and the pickles` that stand after the first. */
function productsJoined(parts: readonly Part[], place: number, index: FarmIndex): NamedProduct[] {
  const found: NamedProduct[] = []
  for (let next = place + 1; JOINS.has(parts[next]?.[0]?.text ?? ''); next += 2) {
    const part = parts[next + 1] ?? []
    if (part.some(({ text }) => CUES.has(text))) break
    found.push(...productsIn(part, index))
  }
  return found
}

/** What `it` and `them` stand for. */
function productsBefore(
  parts: readonly Part[],
  place: number,
  own: Part,
  index: FarmIndex,
): NamedProduct[] {
  const spoken = [...parts.slice(0, place), own].map((part) => productsIn(part, index))
  return spoken.findLast((products) => products.length > 0) ?? []
}

function productsIn(part: Part, index: FarmIndex): NamedProduct[] {
  const line = part.map(({ text }) => text).join(' ')
  const isMeant = ({ tokens }: { tokens: readonly string[] }) =>
    tokens.some((text) => !STOP_WORDS.has(text))
  return findMentions(part, index)
    .mentions.filter((mention) => isSurely(mention, line) || isMeant(mention))
    .flatMap(({ products }) => products)
}

function beforeEnd(part: Part): Part {
  const end = part.findIndex(({ text }) => ENDS.has(text))
  return end < 0 ? part : part.slice(0, end)
}

/** Where the last cue before a place stands, -1 where there is none. */
function cueBefore(part: Part, at: number): number {
  return part.slice(0, at).findLastIndex(({ text }) => CUES.has(text))
}

function startsWith(part: Part, list: ReadonlySet<string>): boolean {
  return part[0] !== undefined && list.has(part[0].text)
}

function partsOf(tokens: readonly Token[]): Part[] {
  const parts: Token[][] = []
  for (const token of tokens) {
    const last = parts.at(-1)
    if (!last || token.breaksBefore) parts.push([token])
    else last.push(token)
  }
  return parts
}
