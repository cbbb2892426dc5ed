import type { AllergenQuestion } from '#contract/chat/allergen-question.ts'
import { type Allergen, isAllergenPage, namesAllergen } from '#contract/products/allergens.ts'
import { shortName } from '#contract/products/short-name.ts'
import { listPageLinks } from '#server/features/pages/page-queries.ts'
import type { ShopProduct } from '#server/features/products/product-queries.ts'
import { describeContact } from './describe-shop.ts'
import {
  describeIngredients,
  type IngredientQuestion,
  readIngredientQuestion,
} from './ingredients.ts'
import { sentencesIn } from './page-passages.ts'
import { type ChatQuery, findMentions, isSurely } from './read-question.ts'
import { stemsOf } from './words.ts'

const NO_PROMISE =
  'I only know what’s written down and can’t promise that anything is free of an allergen.'

/** In characters. A longer list isn't read out, since part of one would pass for the whole. */
const MAX_LIST = 8000
const TOO_MANY = 'too many to list here; please ask about one of them.'

/**
 * What is recorded about allergens, with a warning that a missing record proves nothing. Answers
 * nothing else: no price, stock or page text. A list is given whole or not at all.
 */
export async function answerAllergens(
  query: ChatQuery,
  { allergens, isBare }: AllergenQuestion,
): Promise<string[]> {
  const caveat = `${NO_PROMISE} ${describeContact(query)}`
  if (isBare) return [await linkAllergenPage(query), caveat]
  const asked = readIngredientQuestion(query.tokens, query.index)
  const { ids, isWholeShop } = productsMeant(query, allergens, asked)
  const group = query.shopProducts.filter(({ id }) => ids.has(id))
  const others = isWholeShop ? query.shopProducts.filter(({ id }) => !ids.has(id)) : []
  const isUnlisted = (one: ShopProduct) =>
    !one.allergens || !allergens.some((allergen) => namesAllergen(one.allergens ?? '', allergen))
  const holding = others.filter(
    (one) => one.allergens && (allergens.length === 0 || !isUnlisted(one)),
  )
  const parts = [
    ...listRecords('Listed allergens', group),
    ...(isWholeShop ? [describeHolding(holding, allergens, group.length > 0)] : []),
    ...describeTexts(query, [...group, ...others.filter(isUnlisted)], allergens),
    ...describeOthers(asked, allergens),
    ...describeUnrecorded([...group, ...others]),
    caveat,
  ]
  return [parts.join('\n')]
}

async function linkAllergenPage({ db }: ChatQuery): Promise<string> {
  const page = (await listPageLinks(db)).find(isAllergenPage)
  const where = page
    ? `on our page “${page.title}” at /pages/${page.slug}, and with each product`
    : 'with each product'
  return `I don’t sort our products by allergen; what we’ve written down is ${where}.`
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
  feared: readonly Allergen[],
  asked: IngredientQuestion | null,
) {
  const within = asked && !asked.isWholeShop ? asked.products.map(({ id }) => id) : []
  const isFeared = (stem: string) => feared.some(({ terms }) => terms.includes(stem))
  const others = tokens.filter(({ stem }) => !isFeared(stem))
  const spoken = findMentions(others, index).mentions.filter((mention) => isSurely(mention, line))
  const named = feared.length > 1 ? mentions.filter((mention) => isSurely(mention, line)) : []
  const spokenOf = [...spoken, ...named].flatMap(({ products }) => products.map(({ id }) => id))
  const isWholeShop = spoken.length + within.length === 0 || WHOLE_SHOP.test(line)
  return { ids: new Set([...within, ...spokenOf]), isWholeShop }
}

function listRecords(heading: string, products: readonly ShopProduct[]): string[] {
  const noted = products.filter(({ allergens }) => allergens)
  if (noted.length === 0) return []
  const list = noted.map((one) => `${shortName(one)}: ${one.allergens}`).join('; ')
  return [
    list.length > MAX_LIST
      ? `That’s ${noted.length} products, ${TOO_MANY}`
      : `${heading}: ${list}.`,
  ]
}

function describeHolding(
  holding: readonly ShopProduct[],
  feared: readonly Allergen[],
  isMore: boolean,
): string {
  const what = feared.map(({ name }) => name).join(' or ') || 'anything'
  const which = isMore ? 'other product' : 'product'
  const [list] = listRecords(`Our ${which}s with ${what} on their allergen list`, holding)
  return (
    list ??
    `No ${which} of ours has ${what} on its allergen list; that doesn’t mean there’s none in it.`
  )
}

/** The form of an allergen: `seeds` in `sesame seeds-free`. */
const FORM = /^(?:seed|oil|flour|powder|protein|butter|product|tree)$/

function describeOthers(asked: IngredientQuestion | null, feared: readonly Allergen[]): string[] {
  if (!asked || asked.isWholeShop) return []
  const isFeared = (stem: string) => feared.some(({ written }) => written.includes(stem))
  const sought = asked.sought.filter(
    ({ stems }) => !stems.some(isFeared) && !stems.every((stem) => FORM.test(stem)),
  )
  const { quotes, unseen } = describeIngredients({ ...asked, sought })
  return [...quotes, ...unseen]
}

/** A description may name allergens the record leaves out. */
function describeTexts(
  { index }: ChatQuery,
  products: readonly ShopProduct[],
  feared: readonly Allergen[],
): string[] {
  const written = new Set(feared.flatMap(({ written }) => written))
  const quotes = index.products
    .filter(({ id }) => products.some((one) => one.id === id))
    .flatMap((product) => {
      const naming = sentencesIn(product.description).filter(
        (sentence) => !written.isDisjointFrom(new Set(stemsOf(sentence))),
      )
      return naming.length > 0 ? [`${shortName(product)}: “${naming.join(' ')}”`] : []
    })
  return quotes.length > 0 ? [`From our descriptions: ${quotes.join(' ')}`] : []
}

/** An empty record proves nothing, least of all absence. */
function describeUnrecorded(products: readonly ShopProduct[]): string[] {
  const silent = products.filter(({ allergens }) => !allergens).map(shortName)
  if (silent.length === 0) return []
  const list = silent.join(', ')
  const which = list.length > MAX_LIST ? `${silent.length} products` : list
  return [`No allergens are listed for ${which}. Please check with us before you buy.`]
}
