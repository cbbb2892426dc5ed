import type { AllergenQuestion } from '#contract/chat/allergen-question.ts'
import { type Allergen, isAllergenPage, namesAllergen } from '#contract/products/allergens.ts'
import { listPageLinks } from '#server/features/pages/page-queries.ts'
import type { ShopProduct } from '#server/features/products/product-queries.ts'
import {
  answerCooking,
  answerDescriptions,
  answerFromPages,
  answerKeeping,
  listPages,
} from './answer-from-texts.ts'
import {
  answerIngredients,
  describeIngredients,
  type IngredientQuestion,
  readIngredientQuestion,
} from './answer-ingredients.ts'
import { describeDelivery } from './describe-delivery.ts'
import * as products from './describe-products.ts'
import { nameOf } from './describe-products.ts'
import * as shop from './describe-shop.ts'
import { describeContact } from './describe-shop.ts'
import { findMentions, isSuch, isSurely } from './find-products.ts'
import { sentencesIn } from './page-passages.ts'
import type { Asked, ChatQuery } from './read-query.ts'
import { stemsOf } from './tokenize.ts'
import type { Topic } from './topics.ts'

type FarmAnswer = { sentences: string[]; isOpen: boolean }

type Said = string | readonly string[]

const EXAMPLES = 'Ask me, for example, “How much are eggs?” or “When can I pick up?”'

const ANSWERS: Readonly<Record<Topic, (query: ChatQuery, asked: Asked) => Said | Promise<Said>>> = {
  greeting: ({ setting }) =>
    setting('welcome_message') ||
    'Hello! I am the farm helper. Ask me what is fresh, what it costs, or when to pick it up.',
  thanks: () => 'You are welcome! Ask me whenever you like.',
  program: (query) => [
    'I am the farm helper, a small program, not a person. Ask me what is in stock and what it ' +
      'costs, or about hours, pickup, delivery, paying, allergens or our pages; if I do not know, ' +
      'I pass your question on to the farmer.',
    shop.describeContact(query),
  ],
  insult: (query) => `Sorry I couldn’t help. ${shop.describeContact(query)}`,
  contact: shop.describeContact,
  hours: shop.describeHours,
  place: shop.describeLocation,
  deadline: shop.describeDeadline,
  someoneElse: async (query) => [
    'Yes, someone else can pick it up: give us their name at checkout, or give them the order number.',
    await shop.describePickup(query),
  ],
  missed: shop.describeMissed,
  pickup: shop.describePickup,
  delivery: (query) => describeDelivery(query),
  byMail: (query) => describeDelivery(query, true),
  ordering: () =>
    'Put what you like in the cart, choose pickup or delivery at checkout, and pay by card. ' +
    'No account is needed.',
  payment: shop.describePayment,
  otherPayment: (query) => [shop.describePayment(query), 'I do not know about other ways to pay.'],
  newest: products.describeNewest,
  low: products.describeLowStock,
  soldOut: products.describeSoldOut,
  assortment: (query, asked) =>
    query.mentions.length + query.missing.length > 0
      ? answerGoods(query, asked)
      : products.describeAssortment(query),
  cheapest: products.describeCheapest,
  dearest: products.describeDearest,
  under: products.describeWithin,
  goods: answerGoods,
  restock: (query, asked) => [
    ...answerGoods(query, asked),
    ...(query.shopProducts.some(({ stock, off }) => stock <= 0 && !off)
      ? [`I do not know when there will be more. ${shop.describeContact(query)}`]
      : []),
  ],
  about: (query) => answerDescriptions(query),
  keeping: answerKeeping,
  cooking: (query) =>
    query.mentions.length > 0 ? answerCooking(query) : shop.describeRecipes(query),
  recipes: shop.describeRecipes,
  order: () =>
    'I can look up an order only by its receipt link: please paste that link here. ' +
    'I do not share anything about an order by number, name or email address.',
  trouble: shop.describeTrouble,
  cancel: shop.describeCancelling,
  newsletter: shop.describeNewsletter,
  unsubscribe: (query) => `To unsubscribe from the newsletter: ${shop.describeContact(query)}`,
  story: async (query, { tokens }) =>
    query.mentions.length > 0
      ? answerDescriptions(query)
      : ((await answerFromPages(query, tokens)) ?? listPages(query)),
  farming: () => [],
  other: () => [],
}

const MAX_SENTENCES = 5

export async function answerQuery(query: ChatQuery): Promise<FarmAnswer> {
  const { fear, index, asked, missing, tokens } = query
  if (fear)
    return { sentences: await answerAllergens(query, fear), isOpen: query.topics.has('other') }
  const ingredients = readIngredientQuestion(tokens, index)
  const told = ingredients && answerIngredients(query, ingredients)
  if (told) return told
  const answers = await Promise.all(
    asked.map(async (part) => ({ part, said: await answerPart(query, part) })),
  )
  const isSaid = answers.some(({ said }) => said.length > 0)
  const unsaid = answers.filter(
    ({ said, part }) => said.length === 0 && (!isSaid || isAsking(part)),
  )
  const passage = await answerFromPages(
    query,
    unsaid.flatMap(({ part }) => part.tokens),
  )
  const all = [...answers, ...(passage ? [{ part: null, said: [passage] }] : [])]
  const sentences = all.filter(({ part }) => !isSocial(part)).flatMap(({ said }) => said)
  const social = all.flatMap(({ said }) => said).slice(0, 1)
  if (social.length === 0 && tokens.filter(({ text }) => /\p{L}{2}/u.test(text)).length < 2)
    return { sentences: [`I did not quite understand that. ${EXAMPLES}`], isOpen: false }
  return {
    sentences: sentences.length > 0 ? [...new Set(sentences)].slice(0, MAX_SENTENCES) : social,
    isOpen: (unsaid.length > 0 && !passage) || (missing.length > 0 && query.topics.has('goods')),
  }
}

async function answerPart(query: ChatQuery, asked: Asked): Promise<readonly string[]> {
  const { near } = asked
  if (near?.asks === 'reply') return [`The farmer says: ${near.reply}`]
  return near ? [await ANSWERS[near.asks](query, asked)].flat() : []
}

function isSocial(part: Asked | null): boolean {
  return part?.near?.asks === 'greeting' || part?.near?.asks === 'thanks'
}

const ASKING =
  /^(?:are|can|could|did|do|does|has|have|how|is|may|should|what|when|where|which|who|why|will|would)$/

function isAsking({ tokens, near }: Asked): boolean {
  return near !== null || ASKING.test(tokens[0]?.text ?? '')
}

function answerGoods(query: ChatQuery, { near }: Asked): readonly string[] {
  const { mentions, missing } = query
  const lacks =
    missing.length > 0 ? [`We do not have ${missing.join(' or ')} in the shop right now.`] : []
  // Ducks are not duck eggs: the start of a name counts only when nothing else is mentioned.
  const sure = mentions.filter(
    (mention) => (near?.share ?? 0) > 0.8 || mention.products.some((one) => isSuch(one, mention)),
  )
  const said = [...lacks, ...products.answerMentions(query, sure)]
  return said.length > 0 || mentions.length > 0
    ? said
    : [`Which of our products do you mean? ${EXAMPLES}`]
}

const NO_PROMISE =
  'I only know what is written down and cannot promise that anything is free of an allergen.'

/**
 * In characters. Longer lists aren't read out at all, since part of one would pass for the whole.
 */
const MAX_LIST = 8000
const TOO_MANY = 'too many to list here; please ask about one of them.'

/**
 * What is recorded about allergens, with a warning that a missing record proves nothing. Answers
 * nothing else: no price, stock or page text. A list is given whole or not at all.
 */
async function answerAllergens(query: ChatQuery, question: AllergenQuestion): Promise<string[]> {
  const caveat = `${NO_PROMISE} ${describeContact(query)}`
  if (question.isBare) return [await linkAllergenPage(query), caveat]
  const asked = readIngredientQuestion(query.tokens, query.index)
  const { ids, isWholeShop } = productsMeant(query, question, asked)
  const group = query.shopProducts.filter(({ id }) => ids.has(id))
  const others = isWholeShop ? query.shopProducts.filter(({ id }) => !ids.has(id)) : []
  const holding = isWholeShop ? [describeHolding(others, question.allergens, group.length > 0)] : []
  return [
    ...describeEach(group),
    ...holding,
    ...describeTexts(query, group, question.allergens),
    ...describeTexts(query, others.filter(isUnlisted(question.allergens)), question.allergens),
    ...describeOthers(asked, question.allergens),
    ...describeUnrecorded([...group, ...others]),
    caveat,
  ]
}

async function linkAllergenPage({ db }: ChatQuery): Promise<string> {
  const page = (await listPageLinks(db)).find(isAllergenPage)
  const where = page
    ? `on our page “${page.title}” at /pages/${page.slug}, and with each product`
    : 'with each product'
  return `I do not sort our products by allergen; what we have written down is ${where}.`
}

const WHOLE_SHOP =
  /\b(?:(?:any|every|some)thing|whatever|products?|items?|things?|stuff|else|avoid\w*|what (?:can|could|may|might|should|do|does|is|are|has|have|would|to))\b/

/**
 * The products a question is about, or the whole shop if it names none. `sesame` in a sesame
 * question narrows nothing, but `is the cheese gluten free` means the cheese as well as everything
 * with milk.
 */
function productsMeant(
  { tokens, line, index, mentions }: ChatQuery,
  { allergens }: AllergenQuestion,
  asked: IngredientQuestion | null,
) {
  const within = asked && !asked.isWholeShop ? asked.products.map(({ id }) => id) : []
  const isFeared = (stem: string) => allergens.some(({ terms: query }) => query.includes(stem))
  const others = tokens.filter(({ stem }) => !isFeared(stem))
  const spoken = findMentions(others, index).mentions.filter((mention) => isSurely(mention, line))
  const named = allergens.length > 1 ? mentions.filter((mention) => isSurely(mention, line)) : []
  const spokenOf = [...spoken, ...named].flatMap(({ products }) => products.map(({ id }) => id))
  const isWholeShop = spoken.length + within.length === 0 || WHOLE_SHOP.test(line)
  return { ids: new Set([...within, ...spokenOf]), isWholeShop }
}

function describeEach(products: readonly ShopProduct[]): string[] {
  const noted = products.filter(({ allergens }) => allergens)
  if (noted.length === 0) return []
  const list = noted.map((one) => `${nameOf(one)}: ${one.allergens}`).join('; ')
  return list.length > MAX_LIST
    ? [`That is ${noted.length} products, ${TOO_MANY}`]
    : [`Allergens as the farmer wrote them down: ${list}.`]
}

function describeHolding(
  shopProducts: readonly ShopProduct[],
  feared: readonly Allergen[],
  isMore: boolean,
): string {
  const holding = shopProducts.filter(
    (one) => one.allergens && (feared.length === 0 || !isUnlisted(feared)(one)),
  )
  const what = feared.map(({ name }) => name).join(' or ') || 'anything'
  const which = isMore ? 'other product' : 'product'
  const list = holding.map((one) => `${nameOf(one)} (${one.allergens})`).join('; ')
  if (list === '')
    return `No ${which} of ours has ${what} on its allergen list; that does not mean there is none in it.`
  return list.length > MAX_LIST
    ? `${holding.length} ${which}s have ${what} on their allergen list, ${TOO_MANY}`
    : `Our ${which}s with ${what} on their allergen list: ${list}.`
}

/** The form of an allergen: `seeds` in `sesame seeds-free`. */
const FORMS = new Set(['seed', 'oil', 'flour', 'powder', 'protein', 'butter', 'product', 'tree'])

function describeOthers(asked: IngredientQuestion | null, feared: readonly Allergen[]): string[] {
  if (!asked || asked.isWholeShop) return []
  const isFeared = (stem: string) => feared.some(({ written }) => written.includes(stem))
  const sought = asked.sought.filter(
    ({ stems }) => !stems.some(isFeared) && !stems.every((stem) => FORMS.has(stem)),
  )
  const { quotes, unseen } = describeIngredients({ ...asked, sought })
  return [...quotes, ...unseen]
}

function isUnlisted(feared: readonly Allergen[]): (product: ShopProduct) => boolean {
  return ({ allergens }) => !allergens || !feared.some((one) => namesAllergen(allergens, one))
}

/** A description may name allergens the record leaves out. */
function describeTexts(
  { index }: ChatQuery,
  products: readonly ShopProduct[],
  feared: readonly Allergen[],
): string[] {
  const ids = new Set(products.map(({ id }) => id))
  const quotes = index.products
    .filter(({ id }) => ids.has(id))
    .flatMap((product) => {
      const naming = sentencesIn(product.description).filter((sentence) =>
        feared.some(({ written }) => !new Set(written).isDisjointFrom(new Set(stemsOf(sentence)))),
      )
      return naming.length > 0 ? [`${nameOf(product)}: “${naming.join(' ')}”`] : []
    })
  return quotes.length > 0 ? [`From our descriptions: ${quotes.join(' ')}`] : []
}

/** An empty record proves nothing, least of all absence. */
function describeUnrecorded(products: readonly ShopProduct[]): string[] {
  const silent = products.filter(({ allergens }) => !allergens).map(nameOf)
  if (silent.length === 0) return []
  const list = silent.join(', ')
  const which = list.length > MAX_LIST ? `${silent.length} products` : list
  return [
    `Nothing is written down about allergens for ${which}; ` +
      'that does not mean there are none, so please ask us.',
  ]
}
