import { holdsCardNumber } from '#contract/money/card-numbers.ts'
import { formatMoney } from '#contract/money/money.ts'
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
  'Please don’t type card numbers here. Nothing was saved. You pay at checkout, where the card is safe.'

/**
 * The farm helper's plain-text answer from the shop's current data. What the data can't answer is
 * saved for the farmer, and the answer says so. Text as the contract allows it: trimmed, not empty,
 * at most 500 characters. `address`: an `addressKey` to count questions by; null when they aren't
 * counted.
 */
export async function answerMessage(
  shop: Shop,
  { text, sessionId, address }: { text: string; sessionId: string; address: string | null },
  now: Date,
): Promise<string> {
  if (holdsCardNumber(text)) return NO_CARDS
  const secrets = secretsIn(text)
  if (secrets.length > 0) return answerOrder(shop.db, secrets, now)
  const email = text.match(EMAILS)?.[0] ?? null
  const question = text.replace(EMAILS, ' ').replace(/\s+/g, ' ').trim()
  const index = await farmIndex(shop.db, now)
  const takesTestCards = shop.payments.name === 'sandbox'
  const before = chatsOf(shop.db).get(sessionId) ?? null
  const query = await readQuery({ db: shop.db, index, text: question, before, now, takesTestCards })
  remember(sessionId, query)
  if (email !== null && isAddressOnly(query))
    return confirmAddress(await takeAddress(shop.db, sessionId, email), shop.mail !== null)
  const { sentences, isOpen } = await answerQuery(query)
  const isToStore = isOpen || (email !== null && wantsReply(query))
  // About allergens only the facts are stated.
  const isForeign = query.fear === null && isSpanish(question)
  const inSpanish = isForeign ? [describeInSpanish(query)] : []
  if (!isToStore) return [...inSpanish, ...sentences].join(' ')
  const isTaken = await takeQuestion(shop.db, { sessionId, text: question, email, address }, now)
  const contact = describeContact(query)
  const known = sentences.filter((sentence) => sentence !== contact)
  const open = { gap: known.length > 0 ? 'That’s all I know' : 'I’m not sure', contact, email }
  const passedOn = isTaken
    ? describePassedOn({ ...open, isMailSet: shop.mail !== null })
    : `I can’t pass that on: the farmer’s list of questions is full for now. ${contact}`
  return [...inSpanish, ...known, passedOn].join(' ')
}

/** By chat, latest last; in this process only, and never stored. */
const remembered = new WeakMap<Db, Map<string, Remembered>>()
const MAX_REMEMBERED = 1000

function chatsOf(db: Db): Map<string, Remembered> {
  return remembered.getOrInsertComputed(db, () => new Map())
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

/** `You can reach me at ada@example.com, thank you` isn't a question. */
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

/** In a link, or on its own and not like a word. */
function secretsIn(text: string): string[] {
  const pieces = text.match(/(?<![\w-])[\w-]{22}(?![\w-])/g) ?? []
  return pieces.filter(
    (piece) =>
      isReceiptSecret(piece) && (text.includes(`/o/${piece}`) || /\d|[a-z][A-Z]/.test(piece)),
  )
}

function confirmAddress(isTaken: boolean, isMailSet: boolean): string {
  if (!isTaken)
    return 'I don’t have a question from you yet, so I didn’t save the address. Please ask first.'
  return isMailSet
    ? 'Thank you! The farmer will reply to that address; we won’t use it for anything else.'
    : 'Thank you! The farmer will see that address with your question; we use it for nothing else.'
}

type PassedOn = { gap: string; contact: string; email: string | null; isMailSet: boolean }

function describePassedOn({ gap, contact, email, isMailSet }: PassedOn): string {
  const otherWay = /call|email us/.test(contact) ? ` ${contact}` : ''
  if (email && isMailSet)
    return `${gap}; the farmer will see your question and reply to the address you left.`
  if (email) return `${gap}; the farmer will see your question and that address.${otherWay}`
  const seen = `${gap}, but I’ve passed your question to the farmer.`
  if (!isMailSet) return seen + otherWay
  return `${seen} For a reply, leave your email address here.${otherWay.replace('Please', 'Or')}`
}

/** The state of an order whose receipt secret was pasted; only the secret opens it. */
async function answerOrder(db: Db, secrets: readonly string[], now: Date): Promise<string> {
  const found = await Promise.all(secrets.slice(0, 2).map((one) => showReceipt(db, one, now)))
  const receipt = found.find((one) => one !== null)
  if (receipt) return describeOrder(receipt)
  return 'I can’t find an order for that link. Please copy the whole link of your receipt and paste it again.'
}

const STATES: Readonly<Record<Receipt['status'], string>> = {
  pending: 'is in and waiting to be packed',
  processing: 'is being packed',
  shipped: 'is on its way',
  delivered: 'has been handed over',
  cancelled: 'is canceled',
}

function describeOrder(receipt: Receipt): string {
  const { id, status, total, deliveryMethod, place, marketDay } = receipt
  const state = `Your order #${id} of ${formatMoney(total)} ${STATES[status]}.`
  if (ORDER_STATUS[status].isOver) return `${state} Your receipt has the rest.`
  const when = marketDay
    ? `${formatWeekday(marketDay.day)} ${formatHours(marketDay)}, on ${formatMonthDay(marketDay.day)}`
    : ''
  const isShipped = deliveryMethod === 'shipping'
  const way = isShipped
    ? `We’ll deliver it to the address you gave${when && `: ${when}`}.${when ? '' : ` ${AGREE_ON_DAY}`}`
    : `Pickup: ${[place?.name, when, place?.address].filter(Boolean).join(', ')}.`
  const off = marketDay?.isClosed && !isShipped ? ` ${DAY_IS_CLOSED}` : ''
  return `${state} ${way}${off} Your receipt has the rest.`
}
