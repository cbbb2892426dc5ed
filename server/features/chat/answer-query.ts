import { answerAllergens } from './answer-allergens.ts'
import {
  answerCooking,
  answerDescriptions,
  answerFromPages,
  answerKeeping,
  listPages,
} from './answer-from-texts.ts'
import { answerIngredients, readIngredientQuestion } from './answer-ingredients.ts'
import { describeDelivery } from './describe-delivery.ts'
import * as products from './describe-products.ts'
import * as shop from './describe-shop.ts'
import { isSuch } from './find-products.ts'
import type { Asked, ChatQuery } from './read-query.ts'
import type { Topic } from './topics.ts'

/** What the farm's rows say to a message. `isOpen`: something in it has no answer there. */
type FarmAnswer = { sentences: string[]; isOpen: boolean }

type Said = string | readonly string[]

const EXAMPLES = 'Ask me, for example, “How much are eggs?” or “When can I pick up?”'

/** What is answered to each topic; nothing leaves the word to the farm's pages. */
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
  insult: (query) => `I am sorry that I was no help. ${shop.describeContact(query)}`,
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

/** No answer is longer; what was asked first counts. */
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

/** What is answered only where nothing else is. */
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
  // Ducks are not duck eggs: the beginning of a name counts where nothing else is spoken of.
  const sure = mentions.filter(
    (mention) => (near?.share ?? 0) > 0.8 || mention.products.some((one) => isSuch(one, mention)),
  )
  const said = [...lacks, ...products.answerMentions(query, sure)]
  return said.length > 0 || mentions.length > 0
    ? said
    : [`Which of our products do you mean? ${EXAMPLES}`]
}
