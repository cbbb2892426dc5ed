import { answerAllergens } from './answer-allergens.ts'
import { answerDescriptions, answerFromPages, listPages } from './answer-from-pages.ts'
import { answerChoice, answerMentions, describeAssortment } from './describe-products.ts'
import { SHOP_ANSWERS } from './describe-shop.ts'
import type { Intent } from './detect-intents.ts'
import { isSuch, type Mention } from './find-products.ts'
import type { ChatQuery } from './read-query.ts'
import { OTHER_TOPICS } from './vocabulary.ts'

/** What the farm's rows say to a message. `isOpen`: something in it has no answer there. */
type FarmAnswer = { sentences: string[]; isOpen: boolean }

const BUILT_IN_GREETING =
  'Hello! I am the farm helper. Ask me what is fresh, what it costs, or when to pick it up.'

const ABILITIES =
  'I am the farm helper, a small program, not a person. Ask me what is in stock and what it costs, or about hours, pickup, delivery, paying, allergens or our pages; if I do not know, I pass your question on to the farmer.'

const THANKS = 'You are welcome! Ask me whenever you like.'

export async function answerQuery(query: ChatQuery): Promise<FarmAnswer> {
  const isOther = query.unexplained.some((token) => OTHER_TOPICS.has(token))
  if (query.fear) return { sentences: await answerAllergens(query, query.fear), isOpen: isOther }
  const intents = settledIntents(query)
  const sentences: string[] = []
  for (const { intent, answer } of SHOP_ANSWERS)
    if (intents.has(intent)) sentences.push(await answer(query))
  const ofProducts = await answerOfProducts({ ...query, intents }, sentences.length > 0)
  sentences.unshift(...ofProducts)
  const wantsFood = query.missing.length > 0
  const isPlain = query.unexplained.length === 0 && intents.size === 0
  const wantsToBuy = isPlain || intents.has('availability') || intents.has('price')
  if (wantsFood && wantsToBuy) sentences.unshift(answerMissing(query))
  if (isOther || sentences.length === 0) {
    const passage =
      (await answerFromPages(query)) ?? (intents.has('story') ? await listPages(query) : null)
    if (passage) return { sentences: [...sentences, passage], isOpen: false }
  }
  if (sentences.length > 0)
    return { sentences: mostOf(sentences), isOpen: isOther || (wantsFood && wantsToBuy) }
  if (wantsFood && query.unexplained.length === 0)
    return { sentences: [answerMissing(query)], isOpen: true }
  return answerWithoutRows(query, intents)
}

function answerMissing({ missing }: ChatQuery): string {
  return `We do not have ${missing.join(' or ')} in the shop right now.`
}

/** No answer is longer; what was asked first counts. */
const MAX_SENTENCES = 5

function mostOf(sentences: readonly string[]): string[] {
  return [...new Set(sentences)].slice(0, MAX_SENTENCES)
}

function answerWithoutRows(
  { setting, unexplained, message }: ChatQuery,
  intents: ReadonlySet<Intent>,
): FarmAnswer {
  const known = (sentence: string) => ({ sentences: [sentence], isOpen: false })
  if (intents.has('abilities')) return known(ABILITIES)
  if (unexplained.length === 0) {
    if (intents.has('thanks')) return known(THANKS)
    if (intents.has('price') || intents.has('availability'))
      return known(`Which of our products do you mean? ${HOW_TO_ASK}`)
    if (intents.has('greeting')) return known(setting('welcome_message') || BUILT_IN_GREETING)
  }
  const hasWords = message.tokens.filter(({ text }) => /\p{L}{2}/u.test(text)).length >= 2
  return hasWords
    ? { sentences: [], isOpen: true }
    : known(`I did not quite understand that. ${HOW_TO_ASK}`)
}

const HOW_TO_ASK = 'Ask me, for example, “How much are eggs?” or “When can I pick up?”'

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
  if (intents.has('availability') || intents.has('assortment')) {
    const passage = unexplained.length > 0 ? await answerFromPages(query) : null
    return [...answerMentions(surely), ...(passage ? [passage] : [])]
  }
  return !isAnswered && unexplained.length === 0 ? answerMentions(surely) : []
}

/** Ducks are not duck eggs: a word that is only the beginning of a name counts where nothing else is spoken of. */
function isSure(mention: Mention, others: number): boolean {
  return others === 0 || mention.products.some((product) => isSuch(product, mention))
}

function settledIntents({ intents, message, mentions, missing }: ChatQuery): Set<Intent> {
  const settled = new Set(intents)
  const drop = (...names: Intent[]) => {
    for (const name of names) settled.delete(name)
  }
  const isOfHours = /\b(?:open\w*|hours?|clos\w+)\b/.test(message.line)
  if (intents.has('trouble')) drop('order', 'human', 'ordering', 'pickup', 'about', 'availability')
  if (intents.has('newsletter')) drop('human')
  if (intents.has('pickup')) drop('place', 'order', ...(isOfHours ? [] : (['hours'] as const)))
  if (intents.has('delivery') && !isOfHours) drop('hours')
  if (intents.has('order'))
    drop(
      'ordering',
      ...(/\b(?:deliver(?:y|ed)|ship\w*)\b/.test(message.line) ? (['delivery'] as const) : []),
    )
  if (intents.has('keeping')) drop('about')
  if (intents.has('recipes') && mentions.length > 0 && !/\brecipes?\b/.test(message.line)) {
    drop('recipes')
    settled.add('about')
  }
  if (mentions.length > 0 || missing.length > 0) drop('story', 'abilities')
  if (intents.has('payment')) drop('under')
  return settled
}
