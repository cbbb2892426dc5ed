import { holdsCardNumber } from '#contract/money/card-numbers.ts'
import { formatMoney } from '#contract/money/money.ts'
import { formatProvided } from '#contract/money/standing.ts'
import { AGREE_ON_DAY, DAY_IS_CLOSED } from '#contract/orders/order-destination.ts'
import { ORDER_STATUS } from '#contract/orders/order-status.ts'
import { isReceiptSecret } from '#contract/orders/receipt-link.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import { formatMonthDay, formatWeekday } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import type { Db } from '#server/db/write.ts'
import { showReceipt } from '#server/features/orders/show-receipt.ts'
import type { Shop } from '#server/shop.ts'
import { answerQuery } from './answer-question.ts'
import { describeContact } from './describe-shop.ts'
import { farmIndex } from './farm-index.ts'
import { takeAddress, takeQuestion } from './questions.ts'
import { type ChatQuery, type Remembered, readQuery } from './read-question.ts'
import { isStopWord, tokenize } from './words.ts'

const NO_CARDS =
  'Please do not type card numbers here. Nothing was saved. ' +
  'You pay at checkout, where the card is safe.'

/**
 * The farm helper's plain-text answer from the shop's current data. What the data can't answer is
 * saved for the farmer, and the answer says so. Text as the contract allows it: trimmed, not empty,
 * at most 500 characters. `address`: an `addressKey` that questions are counted for; null when
 * nobody counts.
 */
export async function answerMessage(
  shop: Shop,
  { text, sessionId, address }: { text: string; sessionId: string; address: string | null },
  now: Date,
): Promise<string> {
  if (holdsCardNumber(text)) return NO_CARDS
  const secrets = secretsIn(text)
  if (secrets.length > 0) return answerOrder(shop.db, secrets, now)
  const [email, question] = [emailIn(text), withoutEmails(text)]
  const index = await farmIndex(shop.db, now)
  const takesTestCards = shop.payments.name === 'sandbox'
  const before = chatsOf(shop.db).get(sessionId) ?? null
  const query = await readQuery({ db: shop.db, index, text: question, before, now, takesTestCards })
  remember(sessionId, query)
  if (email !== null && isAddressOnly(query))
    return confirmAddress(await takeAddress(shop.db, sessionId, email), shop.mail !== null)
  const { sentences, isOpen } = await answerQuery(query)
  const isStored = isOpen || (email !== null && wantsReply(query))
  // A model may know Spanish, and about allergens only the facts are stated.
  const inSpanish =
    query.fear === null && !shop.chatModel && isSpanish(question) ? [describeInSpanish(query)] : []
  const facts = [...inSpanish, ...sentences].join(' ')
  const isWordForWord = query.fear !== null || query.topics.has('reply')
  if (!isStored) return isWordForWord ? facts : worded(shop, question, facts)
  const isTaken = await takeQuestion(shop.db, { sessionId, text: question, email, address }, now)
  const contact = describeContact(query)
  const known = sentences.filter((sentence) => sentence !== contact)
  const gap = isOpen ? (known.length > 0 ? 'That’s all I know' : 'I’m not sure') : null
  return [
    ...inSpanish,
    ...known,
    describeOpenQuestion({ isTaken, email, gap, isMailSet: shop.mail !== null }, contact),
  ].join(' ')
}

/** By chat, the latest last; in this process only, and never stored. */
const remembered = new WeakMap<Db, Map<string, Remembered>>()
const MAX_REMEMBERED = 1000

function chatsOf(db: Db): Map<string, Remembered> {
  const chats = remembered.get(db) ?? new Map<string, Remembered>()
  remembered.set(db, chats)
  return chats
}

function remember(sessionId: string, { db, text, mentions, topics }: ChatQuery): void {
  const isSocial = [...topics].every((topic) => /^(?:greeting|thanks|program|insult)$/.test(topic))
  if (mentions.length === 0 && isSocial) return
  const goods = mentions.map(({ tokens }) => tokens.join(' ')).join(' and ')
  const chats = chatsOf(db)
  chats.delete(sessionId)
  chats.set(sessionId, { goods, asked: text })
  const [oldest] = chats.keys()
  if (chats.size > MAX_REMEMBERED && oldest !== undefined) chats.delete(oldest)
}

const SPANISH = new Set(
  `abren abierto aceptan buenas buenos cierran comprar cuando cuanto cuantos cuesta cuestan domicilio donde
    entregan entrega entregas envian envios espanol estan favor gracias hablas hacen hola hora horario horas huevo huevos leche
    llegar necesito precio precios puedo que quiero queso tarjeta tiene tienen tienes tomates
    tienda ustedes venden verduras`.split(/\s+/),
)

export function isSpanish(text: string): boolean {
  const found = tokenize(text).flatMap(({ text: word }) => (SPANISH.has(word) ? [word] : []))
  return /[¿¡]/.test(text) || new Set(found).size > 1
}

function describeInSpanish({ setting }: Pick<ChatQuery, 'setting'>): string {
  const [phone, email] = [setting('contact_phone'), setting('contact_email')]
  const ways = [...(phone ? [`llamar al ${phone}`] : []), ...(email ? [`escribir a ${email}`] : [])]
  const only = 'Solo puedo responder en inglés'
  return ways.length > 0 ? `${only}; también puede ${ways.join(' o ')}.` : `${only}.`
}

function wantsReply({ fear, topics }: ChatQuery): boolean {
  return fear !== null || topics.has('trouble') || topics.has('cancel') || topics.has('contact')
}

/**
 * The facts, phrased by a model if there is one; its prompt never holds an address, card or
 * receipt. Allergen facts and the farmer's words stay verbatim.
 */
async function worded({ chatModel }: Shop, question: string, facts: string): Promise<string> {
  return (await chatModel?.phrase({ question, facts })) ?? facts
}

/** `You can reach me at ada@example.com, thank you` asks nothing. */
function isAddressOnly({ fear, mentions, missing, text, tokens }: ChatQuery): boolean {
  return (
    fear === null &&
    !text.includes('?') &&
    mentions.length + missing.length === 0 &&
    tokens.every((token) => isStopWord(token) || AROUND_ADDRESS.test(token.text))
  )
}

const AROUND_ADDRESS = /^(?:address|answer|contact|e?mail|mine|reach|reply|write)$/

const EMAILS = /(?<![\w.+-])[\w.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/g

function emailIn(text: string): string | null {
  return text.match(EMAILS)?.[0] ?? null
}

function withoutEmails(text: string): string {
  return text.replace(EMAILS, ' ').replace(/\s+/g, ' ').trim()
}

function secretsIn(text: string): string[] {
  const links = [...text.matchAll(/\/o\/([\w-]{22})(?![\w-])/g)].map(([, secret = '']) => secret)
  const bare = text
    .split(/[\s,;.!?()<>"']+/)
    .filter((piece) => /^[^A-Z]*[A-Z][^a-z]*[a-z][^A-Z]*[A-Z]|[\d_-]/.test(piece))
  return [...new Set([...links, ...bare])].filter(isReceiptSecret)
}

function confirmAddress(isTaken: boolean, isMailSet: boolean): string {
  if (!isTaken)
    return (
      'I don’t have a question from you yet, so I didn’t save the address. ' +
      'Ask your question first; if I don’t know the answer, I will pass it on.'
    )
  return isMailSet
    ? 'Thank you! The farmer will reply to that address; we won’t use it for anything else.'
    : 'Thank you! The farmer will see that address with your question; we use it for nothing else.'
}

type Open = { isTaken: boolean; email: string | null; gap: string | null; isMailSet: boolean }

const LIST_IS_FULL = 'farmer’s list of questions is full for now.'

function describeOpenQuestion({ isTaken, email, gap, isMailSet }: Open, contact: string): string {
  const hasContact = /call|email us/.test(contact)
  if (!isTaken) return `${gap ? `${gap}, and the` : 'The'} ${LIST_IS_FULL} ${contact}`
  if (email) {
    const sees = `${gap ? `${gap}; the` : 'The'} farmer will see your question and`
    if (isMailSet) return `${sees} reply to the address you left.`
    return `${sees} the address you left.${hasContact ? ` ${contact}` : ''}`
  }
  const seen = `${gap}, but I’ve passed your question to the farmer.`
  if (!hasContact) return isMailSet ? `${seen} For a reply, leave your email address here.` : seen
  return isMailSet
    ? `${seen} For a reply, leave your email address here, or ${contact.replace(/^Please /, '')}`
    : `${seen} ${contact}`
}

/** The state of an order whose receipt secret was pasted; only the secret opens it. */
async function answerOrder(db: Db, secrets: readonly string[], now: Date): Promise<string> {
  for (const secret of secrets.slice(0, 2)) {
    const receipt = await showReceipt(db, secret, now)
    if (receipt)
      return [describeState, describeGoods, describeWay, describeMoney]
        .map((answer) => answer(receipt))
        .filter(Boolean)
        .join(' ')
  }
  return (
    'I can’t find an order for that link. ' +
    'Please copy the whole link of your receipt and paste it again.'
  )
}

const STATES: Readonly<Record<Receipt['status'], string>> = {
  pending: 'is in and waiting to be packed',
  processing: 'is being packed',
  shipped: 'is on its way',
  delivered: 'has been handed over',
  cancelled: 'is cancelled',
}

function describeState({ id, status, total }: Receipt): string {
  return `Your order #${id} of ${formatMoney(total)} ${STATES[status]}.`
}

function describeGoods({ status, items }: Receipt): string {
  const less =
    status === 'cancelled' ? [] : items.filter(({ quantity, standing }) => standing < quantity)
  return less.map((item) => `${item.name}: ${formatProvided(item)}.`).join(' ')
}

function describeWay({ status, deliveryMethod, place, marketDay }: Receipt): string {
  if (ORDER_STATUS[status].isOver) return ''
  const when = marketDay
    ? `${formatWeekday(marketDay.day)} ${formatHours(marketDay)}, on ${formatMonthDay(marketDay.day)}`
    : ''
  if (deliveryMethod === 'shipping') {
    if (!when) return `We will deliver it to the address you gave. ${AGREE_ON_DAY}`
    return `We will deliver it to the address you gave: ${when}.`
  }
  const where = [place?.name, when, place?.address].filter(Boolean).join(', ')
  return `Pickup: ${where}.${marketDay?.isClosed ? ` ${DAY_IS_CLOSED}` : ''}`
}

function describeMoney({ refunded, testMode }: Receipt): string {
  const back = refunded > 0 ? `${formatMoney(refunded)} went back to your card.` : ''
  return [back, testMode ? 'It is a test order: no money moved.' : ''].filter(Boolean).join(' ')
}
