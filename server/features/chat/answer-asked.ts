import { OTHER_TOPICS } from './customer-words.ts'
import { isSuch, type Mention } from './find-products.ts'
import type { Wish } from './find-wishes.ts'
import type { Asked } from './live-farm.ts'
import { sayAllergens } from './say-allergens.ts'
import { sayAssortment } from './say-assortment.ts'
import { sayDescriptions, sayPages, sayPassage } from './say-pages.ts'
import { sayChoice, sayMentions } from './say-products.ts'
import { SHOP_ANSWERS } from './say-shop.ts'

/** What the farm's rows say to a message. `isOpen`: something in it has no answer there. */
export type FarmAnswer = { sentences: string[]; isOpen: boolean }

const BUILT_IN_GREETING = 'Hello! I am the farm helper. Ask me what is fresh, what it costs, or when to pick it up.'

const ABILITIES =
  'I am the farm helper, a small program, not a person. Ask me what is in stock and what it costs, or about hours, pickup, delivery, paying, allergens or our pages; if I do not know, I pass your question on to the farmer.'

const THANKS = 'You are welcome! Ask me whenever you like.'

export async function answerAsked(asked: Asked): Promise<FarmAnswer> {
  const isOther = asked.unexplained.some((word) => OTHER_TOPICS.has(word))
  if (asked.fear) return { sentences: await sayAllergens(asked, asked.fear), isOpen: isOther }
  const wishes = settledWishes(asked)
  const sentences: string[] = []
  for (const { wish, say } of SHOP_ANSWERS) if (wishes.has(wish)) sentences.push(await say(asked))
  const ofProducts = await answerOfProducts({ ...asked, wishes }, sentences.length > 0)
  sentences.unshift(...ofProducts)
  const wantsFood = asked.missing.length > 0
  const isPlain = asked.unexplained.length === 0 && wishes.size === 0
  const wantsToBuy = isPlain || wishes.has('availability') || wishes.has('price')
  if (wantsFood && wantsToBuy) sentences.unshift(sayMissing(asked))
  if (isOther || sentences.length === 0) {
    const passage = (await sayPassage(asked)) ?? (wishes.has('story') ? await sayPages(asked) : null)
    if (passage) return { sentences: [...sentences, passage], isOpen: false }
  }
  if (sentences.length > 0) return { sentences: mostOf(sentences), isOpen: isOther || (wantsFood && wantsToBuy) }
  if (wantsFood && asked.unexplained.length === 0) return { sentences: [sayMissing(asked)], isOpen: true }
  return answerWithoutRows(asked, wishes)
}

function sayMissing({ missing }: Asked): string {
  return `We do not have ${missing.join(' or ')} in the shop right now.`
}

/** No answer is longer; what was asked first counts. */
const MOST_SENTENCES = 5

function mostOf(sentences: readonly string[]): string[] {
  return [...new Set(sentences)].slice(0, MOST_SENTENCES)
}

function answerWithoutRows({ setting, unexplained, heard }: Asked, wishes: ReadonlySet<Wish>): FarmAnswer {
  const known = (sentence: string) => ({ sentences: [sentence], isOpen: false })
  if (wishes.has('abilities')) return known(ABILITIES)
  if (unexplained.length === 0) {
    if (wishes.has('thanks')) return known(THANKS)
    if (wishes.has('price') || wishes.has('availability')) return known(`Which of our products do you mean? ${ASK}`)
    if (wishes.has('greeting')) return known(setting('welcome_message') || BUILT_IN_GREETING)
  }
  const isWords = heard.words.filter(({ text }) => /\p{L}{2}/u.test(text)).length >= 2
  return isWords ? { sentences: [], isOpen: true } : known(`I did not quite understand that. ${ASK}`)
}

const ASK = 'Ask me, for example, “How much are eggs?” or “When can I pick up?”'

async function answerOfProducts(asked: Asked, isAnswered: boolean): Promise<string[]> {
  const { wishes, unexplained } = asked
  const choice = sayChoice(asked)
  if (choice.length > 0) return choice
  if (wishes.has('assortment') && asked.mentions.length === 0 && asked.missing.length === 0)
    return unexplained.length > 1 ? [] : [sayAssortment(asked)]
  const mentions = asked.mentions.filter((mention) => isSure(mention, unexplained.length))
  if (mentions.length === 0) return []
  const surely = { ...asked, mentions }
  const wantsWords = wishes.has('keeping') || (wishes.has('about') && !wishes.has('price'))
  const descriptions = wantsWords ? sayDescriptions(surely) : []
  if (descriptions.length > 0) return wishes.has('price') ? [...descriptions, ...sayMentions(surely)] : descriptions
  if (wishes.has('price')) return sayMentions(surely)
  if (wishes.has('availability') || wishes.has('assortment')) {
    const passage = unexplained.length > 0 ? await sayPassage(asked) : null
    return [...sayMentions(surely), ...(passage ? [passage] : [])]
  }
  return !isAnswered && unexplained.length === 0 ? sayMentions(surely) : []
}

/** Ducks are not duck eggs: a word that is only the beginning of a name counts where nothing else is spoken of. */
function isSure(mention: Mention, others: number): boolean {
  return others === 0 || mention.products.some((product) => isSuch(product, mention))
}

function settledWishes({ wishes, heard, mentions, missing }: Asked): Set<Wish> {
  const settled = new Set(wishes)
  const drop = (...names: Wish[]) => {
    for (const name of names) settled.delete(name)
  }
  const isOfHours = /\b(?:open\w*|hours?|clos\w+)\b/.test(heard.line)
  if (wishes.has('trouble')) drop('order', 'human', 'ordering', 'pickup', 'about', 'availability')
  if (wishes.has('newsletter')) drop('human')
  if (wishes.has('pickup')) drop('place', 'order', ...(isOfHours ? [] : (['hours'] as const)))
  if (wishes.has('delivery') && !isOfHours) drop('hours')
  if (wishes.has('order'))
    drop('ordering', ...(/\b(?:deliver(?:y|ed)|ship\w*)\b/.test(heard.line) ? (['delivery'] as const) : []))
  if (wishes.has('keeping')) drop('about')
  if (wishes.has('recipes') && mentions.length > 0 && !/\brecipes?\b/.test(heard.line)) {
    drop('recipes')
    settled.add('about')
  }
  if (mentions.length > 0 || missing.length > 0) drop('story', 'abilities')
  if (wishes.has('payment')) drop('under')
  return settled
}
