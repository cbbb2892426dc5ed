import { stemOf } from '#contract/chat/word-forms.ts'
import { IF_SHORT_CHOICES } from '#contract/orders/if-short.ts'
import { GOODS_INSTEAD } from '#contract/products/market-words.ts'
import { answerAllergens } from './allergens.ts'
import { describeDelivery } from './delivery.ts'
import * as products from './describe-products.ts'
import { describeSome } from './describe-products.ts'
import * as shop from './describe-shop.ts'
import { answerIngredients, readIngredientQuestion } from './ingredients.ts'
import type { Topic } from './intents.ts'
import { type Asked, type ChatQuery, isSuch } from './read-question.ts'
import {
  answerCooking,
  answerDescriptions,
  answerFromPages,
  answerKeeping,
  listPages,
  productsFor,
  quoteDescriptions,
  quotePages,
} from './texts.ts'
import type { Token } from './words.ts'

type FarmAnswer = { sentences: string[]; isOpen: boolean }

type Said = string | readonly string[]

const EXAMPLES = 'Ask me, for example, “How much are eggs?” or “When can I pick up?”'

const ANSWERS: Readonly<Record<Topic, (query: ChatQuery, asked: Asked) => Said | Promise<Said>>> = {
  greeting: ({ setting }) =>
    setting('welcome_message') ||
    'Hello! I’m the farm helper. Ask me what’s fresh, what it costs, or when to pick it up.',
  thanks: () => 'You’re welcome! Ask me whenever you like.',
  program: (query) => [
    'I’m the farm helper, a small program, not a person. Ask me about what’s in stock, prices, hours, pickup, delivery, paying or allergens; what I don’t know goes to the farmer.',
    shop.describeContact(query),
  ],
  insult: (query) => `Sorry I couldn’t help. ${shop.describeContact(query)}`,
  contact: shop.describeContact,
  hours: shop.describeHours,
  place: shop.describeLocation,
  deadline: shop.describeDeadline,
  someoneElse: async (query) => [
    'Yes, someone else may pick it up: give us their name at checkout, or give them the order number.',
    await shop.describePickup(query),
  ],
  missed: shop.describeMissed,
  pickup: shop.describePickup,
  delivery: describeDelivery,
  ordering: () =>
    'Put what you like in the cart, choose pickup or delivery at checkout, and pay. No account is needed.',
  shortage: () =>
    `At checkout you tell us what to do if something runs short: ${Object.values(IF_SHORT_CHOICES).join('; ')}.`,
  payment: shop.describePayment,
  otherPayment: (query) => [shop.describePayment(query), 'I don’t know about other ways to pay.'],
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
  use: (query, asked) => {
    const fitting = describeSome(query, productsFor(query))
    return fitting.length > 0 ? fitting : answerGoods(query, asked)
  },
  restock: (query, asked) => [
    ...answerGoods(query, asked),
    ...(products.amongOf(query).some(({ stock, off }) => stock <= 0 && !off)
      ? [`I don’t know when there will be more. ${shop.describeContact(query)}`]
      : []),
  ],
  about: (query) => answerDescriptions(query),
  keeping: answerKeeping,
  cooking: (query) =>
    query.mentions.length > 0 ? answerCooking(query) : shop.describeRecipes(query),
  recipes: shop.describeRecipes,
  order: () =>
    'To protect your privacy I can only open an order from its receipt link: please paste it here.',
  trouble: shop.describeTrouble,
  cancel: shop.describeCancelling,
  newsletter: shop.describeNewsletter,
  privacy: async (query) =>
    (await quotePages(query, /\bsell or share\b|\b(?:never|not) (?:sell|share)\b/)) ??
    shop.describeContact(query),
  unsubscribe: () => 'To unsubscribe, use the link at the end of any of our newsletters.',
  story: async (query, { tokens }) => {
    if (query.mentions.length > 0) return answerDescriptions(query)
    const who = /^who\b/.test(query.line) ? query.setting('farmer_name') : ''
    const found = await answerFromPages(query, tokens)
    return [...(who ? [`We’re ${who}.`] : []), ...(found ? [found] : await listPages(query))]
  },
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
  const parts = await Promise.all(
    asked.map(async (part) => ({ ...part, said: await answerPart(query, part) })),
  )
  const isSaid = parts.some(({ said }) => said.length > 0)
  const unsaid = parts.filter((part) => part.said.length === 0 && (!isSaid || isAsking(part)))
  const passage =
    unsaid.length > 0
      ? await findPassage(
          query,
          unsaid.flatMap(({ tokens }) => tokens),
        )
      : null
  const [social = [], others = []] = [true, false].map((wanted) =>
    parts.filter((part) => isSocial(part) === wanted).flatMap(({ said }) => said),
  )
  const sentences = [...others, ...(passage ? [passage] : [])]
  const hasWords = tokens.filter(({ text }) => /\p{L}{2}/u.test(text)).length > 1
  if (social.length + sentences.length === 0 && !hasWords)
    return { sentences: [`I didn’t quite understand that. ${EXAMPLES}`], isOpen: false }
  return {
    sentences:
      sentences.length > 0 ? [...new Set(sentences)].slice(0, MAX_SENTENCES) : social.slice(0, 1),
    isOpen: (unsaid.length > 0 && !passage) || (missing.length > 0 && query.topics.has('goods')),
  }
}

/** From descriptions, from products that fit, or from the farm's pages. */
async function findPassage(query: ChatQuery, tokens: readonly Token[]): Promise<string | null> {
  const [described] = query.topics.has('farming') ? [] : quoteDescriptions(query)
  const [fitting] = query.mentions.length > 0 ? [] : describeSome(query, productsFor(query))
  return described ?? fitting ?? answerFromPages(query, tokens)
}

async function answerPart(query: ChatQuery, asked: Asked): Promise<readonly string[]> {
  const { near } = asked
  if (near?.asks === 'reply') return [`The farmer says: ${near.reply}`]
  return near ? [await ANSWERS[near.asks](query, asked)].flat() : []
}

function isSocial({ near }: Asked): boolean {
  return near?.asks === 'greeting' || near?.asks === 'thanks'
}

const ASKING =
  /^(?:are|can|could|did|do|does|has|have|how|is|may|should|what|when|where|which|who|why|will|would)$/

function isAsking({ tokens, near }: Asked): boolean {
  return near !== null || ASKING.test(tokens[0]?.text ?? '')
}

function answerGoods(query: ChatQuery, { near }: Asked): readonly string[] {
  const { mentions, missing, index } = query
  const instead = missing.flatMap((word) => GOODS_INSTEAD.get(stemOf(word)) ?? [])
  const others = index.products.filter(({ stems }) => stems.some((stem) => instead.includes(stem)))
  const lacks =
    missing.length > 0 ? [`We don’t have ${missing.join(' or ')} in the shop right now.`] : []
  // Ducks are not duck eggs: the start of a name counts only when nothing else is mentioned.
  const sure = mentions.filter(
    (mention) => (near?.share ?? 0) > 0.8 || mention.products.some((one) => isSuch(one, mention)),
  )
  const said = [...lacks, ...describeSome(query, others), ...products.answerMentions(query, sure)]
  return said.length > 0 || mentions.length > 0
    ? said
    : [`Which of our products do you mean? ${EXAMPLES}`]
}
