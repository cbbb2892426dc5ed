import type { AllergenQuestion } from '#contract/chat/allergen-question.ts'
import { type Allergen, isAllergenPage, namesAllergen } from '#contract/products/allergens.ts'
import { listPageLinks } from '#server/features/pages/page-queries.ts'
import type { ShopProduct } from '#server/features/products/shop-product-queries.ts'
import {
  describeIngredients,
  type IngredientQuestion,
  readIngredientQuestion,
} from './answer-ingredients.ts'
import { nameOf } from './describe-products.ts'
import { describeContact } from './describe-shop.ts'
import { findMentions, isSurely } from './find-products.ts'
import { sentencesIn } from './page-passages.ts'
import type { ChatQuery } from './read-query.ts'
import { stemsOf } from './tokenize.ts'

const NO_PROMISE =
  'I only know what is written down and cannot promise that anything is free of an allergen.'

/** Longer lists are not read out at all, in characters: a part of one would pass for the whole. */
const MAX_LIST = 8000
const TOO_MANY = 'too many to list here; please ask about one of them.'

/**
 * What is written down about allergens, and that what is not written down proves nothing. Nothing
 * else is answered beside it: no price, no stock, no page's words. A list is told whole or not at
 * all.
 */
export async function answerAllergens(
  query: ChatQuery,
  question: AllergenQuestion,
): Promise<string[]> {
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
 * The products a question is about; the whole shop where it names none. `sesame` in a question
 * about sesame narrows nothing down, but the cheese of `is the cheese gluten free` is meant beside
 * all that holds milk.
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

/** What an allergen comes as: the seeds of `sesame seeds-free`. */
const FORMS = new Set(['seed', 'oil', 'flour', 'powder', 'protein', 'butter', 'product', 'tree'])

/** `is there milk or garlic in the ranch mix`: what is said of the garlic. */
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

/** A description may name what the record leaves out. */
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

/** An empty record says nothing, least of all that there is none. */
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
