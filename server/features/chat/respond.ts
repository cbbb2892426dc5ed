import { answerAllergens } from './answer-allergens.ts'
import {
  answerDescriptions,
  answerFromPages,
  leadToStorage,
  listPages,
} from './answer-from-pages.ts'
import { answerIngredients, readIngredientQuestion } from './answer-ingredients.ts'
import { describeContact } from './describe-contact.ts'
import { answerChoice, answerMentions, describeAssortment } from './describe-products.ts'
import { SHOP_ANSWERS } from './describe-shop.ts'
import { type Detail, hasDetail, type Intent } from './detect-intents.ts'
import { isSuch, type Mention } from './find-products.ts'
import type { ChatQuery } from './read-query.ts'
import { OTHER_TOPICS } from './vocabulary.ts'

/** What the farm's rows say to a message. `isOpen`: something in it has no answer there. */
type FarmAnswer = { sentences: string[]; isOpen: boolean }

const BUILT_IN_GREETING =
  'Hello! I am the farm helper. Ask me what is fresh, what it costs, or when to pick it up.'

const ABILITIES =
  'I am the farm helper, a small program, not a person. Ask me what is in stock and what it ' +
  'costs, or about hours, pickup, delivery, paying, allergens or our pages; if I do not know, ' +
  'I pass your question on to the farmer.'

const THANKS = 'You are welcome! Ask me whenever you like.'

export async function answerQuery(query: ChatQuery): Promise<FarmAnswer> {
  const isOther = query.unexplained.some((token) => OTHER_TOPICS.has(token))
  if (query.fear) return { sentences: await answerAllergens(query, query.fear), isOpen: isOther }
  const ingredients = readIngredientQuestion(query.message.tokens, query.index)
  const told = ingredients && answerIngredients(query, ingredients)
  if (told) return told
  const intents = settledIntents(query)
  const ofShop = await answersOfShop(query, intents)
  const ofProducts = await answerOfProducts({ ...query, intents }, ofShop.length > 0)
  const isPlain = query.unexplained.length === 0 && intents.size === 0
  const wantsToBuy = isPlain || intents.has('availability') || intents.has('price')
  const wantsFood = query.missing.length > 0
  const ofMissing = wantsFood && wantsToBuy ? [answerMissing(query)] : []
  const sentences = [...ofMissing, ...ofProducts, ...ofShop]
  if (isOther || sentences.length === 0) {
    const passage =
      (await answerFromPages(query)) ?? (intents.has('story') ? await listPages(query) : null)
    if (passage) return { sentences: [...sentences, passage], isOpen: false }
  }
  if (sentences.length > 0)
    return { sentences: mostOf(sentences), isOpen: isOther || ofMissing.length > 0 }
  if (wantsFood && query.unexplained.length === 0)
    return { sentences: [answerMissing(query)], isOpen: true }
  return answerWithoutRows(query, intents)
}

async function answersOfShop(query: ChatQuery, intents: ReadonlySet<Intent>): Promise<string[]> {
  const sentences: string[] = []
  for (const { intent, answer } of SHOP_ANSWERS)
    if (intents.has(intent)) sentences.push(await answer(query))
  return sentences
}

function answerMissing({ missing }: ChatQuery): string {
  return `We do not have ${missing.join(' or ')} in the shop right now.`
}

/** No answer is longer; what was asked first counts. */
const MAX_SENTENCES = 5

function mostOf(sentences: readonly string[]): string[] {
  return [...new Set(sentences)].slice(0, MAX_SENTENCES)
}

const MAX_OF_INSULT = 2

function answerWithoutRows(query: ChatQuery, intents: ReadonlySet<Intent>): FarmAnswer {
  const { setting, unexplained, message } = query
  const known = (sentence: string) => ({ sentences: [sentence], isOpen: false })
  if (intents.has('insult') && unexplained.length <= MAX_OF_INSULT)
    return known(`I am sorry that I was no help. ${describeContact(query)}`)
  if (intents.has('abilities')) return known(ABILITIES)
  if (unexplained.length === 0) {
    if (intents.has('thanks')) return known(THANKS)
    if (intents.has('price') || intents.has('availability'))
      return known(`Which of our products do you mean? ${EXAMPLES}`)
    if (intents.has('greeting')) return known(setting('welcome_message') || BUILT_IN_GREETING)
  }
  const hasTerms = message.tokens.filter(({ text }) => /\p{L}{2}/u.test(text)).length >= 2
  return hasTerms
    ? { sentences: [], isOpen: true }
    : known(`I did not quite understand that. ${EXAMPLES}`)
}

const EXAMPLES = 'Ask me, for example, “How much are eggs?” or “When can I pick up?”'

async function answerOfProducts(query: ChatQuery, isAnswered: boolean): Promise<string[]> {
  const { intents, unexplained } = query
  const choice = answerChoice(query)
  if (choice.length > 0) return choice
  if (intents.has('assortment') && query.mentions.length === 0 && query.missing.length === 0)
    return unexplained.length > 1 ? [] : [describeAssortment(query)]
  const mentions = query.mentions.filter((mention) => isSure(mention, unexplained.length))
  if (mentions.length === 0) return []
  const surely = { ...query, mentions }
  const wantsDescription = intents.has('keeping') || (intents.has('about') && !intents.has('price'))
  const descriptions = wantsDescription ? answerDescriptions(surely) : []
  if (descriptions.length > 0)
    return intents.has('price') ? [...descriptions, ...answerMentions(surely)] : descriptions
  if (intents.has('price')) return answerMentions(surely)
  if (intents.has('keeping') && hasDetail(query.message.line, 'storing'))
    return [await leadToStorage(surely)]
  if (intents.has('availability') || intents.has('assortment')) {
    const passage = unexplained.length > 0 ? await answerFromPages(query) : null
    return [...answerMentions(surely), ...describeComing(surely), ...(passage ? [passage] : [])]
  }
  return !isAnswered && unexplained.length === 0 ? answerMentions(surely) : []
}

function describeComing(query: ChatQuery): string[] {
  const isGone = query.shopProducts.some(({ stock, off }) => stock <= 0 && !off)
  if (!isGone || !hasDetail(query.message.line, 'coming')) return []
  return [`I do not know when there will be more. ${describeContact(query)}`]
}

/** Ducks are not duck eggs: the beginning of a name counts where nothing else is spoken of. */
function isSure(mention: Mention, others: number): boolean {
  return others === 0 || mention.products.some((product) => isSuch(product, mention))
}

type IntentRule = { intent: Intent; drops: readonly Intent[]; if?: Detail; unless?: Detail }

/** What an intent makes of others that the same phrase sounds like. */
const OVERRULINGS: readonly IntentRule[] = [
  {
    intent: 'trouble',
    drops: ['order', 'human', 'ordering', 'pickup', 'about', 'availability'],
  },
  { intent: 'deadline', drops: ['hours', 'pickup', 'ordering', 'order', 'about'] },
  { intent: 'missed', drops: ['pickup', 'hours', 'order', 'human', 'about', 'place'] },
  { intent: 'availability', drops: ['about'], if: 'countLeft' },
  { intent: 'newsletter', drops: ['human'] },
  { intent: 'pickup', drops: ['place', 'order'] },
  { intent: 'pickup', drops: ['hours'], unless: 'openingTimes' },
  { intent: 'delivery', drops: ['hours'], unless: 'openingTimes' },
  { intent: 'order', drops: ['ordering'] },
  { intent: 'order', drops: ['delivery'], if: 'shipment' },
  { intent: 'keeping', drops: ['about'] },
  { intent: 'payment', drops: ['under'] },
]

function settledIntents({ intents, message, mentions, missing }: ChatQuery): Set<Intent> {
  const applies = ({ intent, if: needed, unless }: IntentRule) =>
    intents.has(intent) &&
    (!needed || hasDetail(message.line, needed)) &&
    !(unless && hasDetail(message.line, unless))
  const dropped = new Set(OVERRULINGS.filter(applies).flatMap(({ drops }) => drops))
  const isOfProducts = mentions.length > 0
  if (isOfProducts || missing.length > 0) dropped.add('story').add('abilities')
  const settled = new Set([...intents].filter((intent) => !dropped.has(intent)))
  // How to cook what the shop sells stands in its description.
  if (settled.delete('cooking'))
    settled.add(isOfProducts && !intents.has('recipes') ? 'about' : 'recipes')
  return settled
}
