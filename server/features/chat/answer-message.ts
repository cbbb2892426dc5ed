import { holdsCardNumber } from '#contract/card-numbers.ts'
import type { Shop } from '#server/shop.ts'
import { answerAsked } from './answer-asked.ts'
import { OTHER_TOPICS } from './customer-words.ts'
import { farmIndex } from './farm-index.ts'
import type { Wish } from './find-wishes.ts'
import { emailIn, secretsIn, withoutEmails } from './hear-message.ts'
import { type Asked, askedOf } from './live-farm.ts'
import { sayOrder } from './say-order.ts'
import { sayContact } from './say-shop.ts'
import { takeAddress, takeQuestion } from './take-question.ts'

const NO_CARDS = 'Please do not write card numbers here. Nothing was kept. You pay at checkout, where the card is safe.'

/**
 * The farm helper's answer to a message, as plain text, from the shop's rows of this moment. What they do not hold is kept for the
 * farmer, and the answer says so. The text is one the contract lets through: trimmed, not empty, at most 500 characters.
 */
export async function answerMessage(
  shop: Shop,
  { text, sessionId }: { text: string; sessionId: string },
  now: Date,
): Promise<string> {
  if (holdsCardNumber(text)) return NO_CARDS
  const secrets = secretsIn(text)
  if (secrets.length > 0) return sayOrder(shop.db, secrets)
  const [email, question] = [emailIn(text), withoutEmails(text)]
  const index = await farmIndex(shop.db, now)
  const takesTestCards = shop.payments.name === 'sandbox'
  const asked = await askedOf({ db: shop.db, index, text: question, now, takesTestCards })
  if (email !== null && isAddressOnly(asked, question))
    return sayAddressTaken(await takeAddress(shop.db, sessionId, email))
  const { sentences, isOpen } = await answerAsked(asked)
  if (!isOpen) return worded(shop, question, sentences.join(' '))
  const isTaken = await takeQuestion(shop.db, { sessionId, text: question, email }, now)
  return [...sentences, sayOpen({ isTaken, email, knowsSome: sentences.length > 0 }, sayContact(asked))].join(' ')
}

/** What the rows say, in a model's words where there is one; its question holds no address, card or receipt. */
async function worded({ chatModel }: Shop, question: string, facts: string): Promise<string> {
  return (await chatModel?.word({ question, facts })) ?? facts
}

/** `You can reach me at ada@example.com, thank you` asks nothing. */
function isAddressOnly({ wishes, mentions, missing, heard, unexplained }: Asked, text: string): boolean {
  const asksNothing = [...wishes].every((wish) => ASKING_NOTHING.has(wish)) && !text.includes('?')
  const isOfOther = unexplained.some((word) => OTHER_TOPICS.has(word))
  return (
    asksNothing && !isOfOther && mentions.length + missing.length === 0 && heard.words.length <= MOST_AROUND_ADDRESS
  )
}

const ASKING_NOTHING = new Set<Wish>(['greeting', 'thanks', 'human'])

/** So many words may stand around an address. */
const MOST_AROUND_ADDRESS = 8

function sayAddressTaken(isTaken: boolean): string {
  return isTaken
    ? 'Thank you! The farmer will answer to that address; it is kept for nothing else.'
    : 'I have no open question of yours, so I did not keep the address. Ask me first, and I pass on what I do not know.'
}

type Open = { isTaken: boolean; email: string | null; knowsSome: boolean }

function sayOpen({ isTaken, email, knowsSome }: Open, contact: string): string {
  const what = knowsSome ? 'More than that I do not know' : 'That I do not know'
  if (!isTaken) return `${what}, and the farmer’s list of questions is full for now. ${contact}`
  if (email) return `${what}; the farmer will see your question and answer to the address you left.`
  return `${what}, but the farmer will see your question. For a reply leave your e-mail address here, or ${contact.replace(/^Please /, '')}`
}
