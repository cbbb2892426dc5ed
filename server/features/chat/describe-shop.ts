import { formatLongDay } from '#contract/date-format.ts'
import { asSentence } from '#contract/day-text.ts'
import { placeInSentence } from '#contract/seeded-facts.ts'
import { listNextPickups, type NextPickups } from '#server/features/calendar/next-pickups.ts'
import { listRecipeNames } from '#server/features/recipes/recipe-queries.ts'
import { quotePages } from './answer-from-pages.ts'
import { describeContact } from './describe-contact.ts'
import { describeDeadline } from './describe-deadline.ts'
import { describeDelivery } from './describe-delivery.ts'
import { hasDetail, type Intent } from './detect-intents.ts'
import type { ChatQuery } from './read-query.ts'

type Answerer = (query: ChatQuery) => string | Promise<string>

export const SHOP_ANSWERS: readonly { intent: Intent; answer: Answerer }[] = [
  { intent: 'hours', answer: describeHours },
  { intent: 'deadline', answer: describeDeadline },
  { intent: 'place', answer: describeLocation },
  { intent: 'someoneElse', answer: describeSomeoneElse },
  { intent: 'missed', answer: describeMissed },
  { intent: 'pickup', answer: describePickup },
  { intent: 'delivery', answer: describeDelivery },
  { intent: 'ordering', answer: describeOrdering },
  { intent: 'payment', answer: describePayment },
  { intent: 'recipes', answer: describeRecipes },
  { intent: 'newsletter', answer: describeNewsletter },
  { intent: 'order', answer: describeOrderLookup },
  { intent: 'trouble', answer: describeTrouble },
  { intent: 'human', answer: describeContact },
]

async function describeHours({ db, now, setting }: ChatQuery): Promise<string> {
  const hours = setting('business_hours')
  const open = hours
    ? `The market stall is open ${hours}. Order pickup has its own times; just ask me.`
    : 'I do not have our opening hours yet.'
  return [open, ...listCalledOff(await listNextPickups(db, now))].join(' ')
}

/** `The farmers market is off on Saturday, November 21: snow.` */
function listCalledOff({ off }: Pick<NextPickups, 'off'>): string[] {
  return off.map(({ name, day, message }) => {
    const what = `${upperFirst(placeInSentence(name))} is off on ${formatLongDay(day)}`
    return asSentence(message ? `${what}: ${message}` : what)
  })
}

async function describeLocation({ db, now, setting }: ChatQuery): Promise<string> {
  const address = setting('business_address')
  const { addresses } = await listNextPickups(db, now)
  const others = addresses
    .filter((place) => place.address !== address)
    .map((place) => `${upperFirst(placeInSentence(place.name))} is at ${place.address}.`)
  const own = address ? [`Our address is ${address}.`] : []
  return [...own, ...others].join(' ') || 'I do not have our address yet.'
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

async function describePickup({ db, now, setting }: ChatQuery): Promise<string> {
  const { pickups, closed, off } = await listNextPickups(db, now)
  if (closed !== null) return closed
  const [first] = pickups
  if (!first) return 'There is no day to pick up an order right now. Please ask us.'
  const places = pickups.map(
    ({ name, window, address }) => `${name}, ${window}${address && ` (${address})`}`,
  )
  const ready = `An order placed now is ready on ${formatLongDay(first.day)}.`
  const texts = [`Pickup is free: ${places.join(', or ')}.`, ...listCalledOff({ off }), ready]
  return [...texts, setting('pickup_note')].join(' ').trim()
}

function describeOrdering(): string {
  return (
    'Put what you like in the cart, choose pickup or delivery at checkout, and pay by card. ' +
    'No account is needed.'
  )
}

function describePayment({ takesTestCards, message }: ChatQuery): string {
  const card = 'You pay by card when you order.'
  const test = takesTestCards
    ? ' Right now the shop takes test cards only, and no money moves.'
    : ''
  const isOther = hasDetail(message.line, 'otherPayment')
  return card + test + (isOther ? ' I do not know about other ways to pay.' : '')
}

async function describeRecipes({ db, setting }: ChatQuery): Promise<string> {
  if (setting('chat_recipe_names') !== 'true')
    return 'The farm keeps its recipes to itself, so I cannot help with those.'
  const names = await listRecipeNames(db)
  if (names.length === 0) return 'We have no recipes written down yet.'
  const more = names.length > 12 ? ` and ${names.length - 12} more` : ''
  const list = names.slice(0, 12).join(', ')
  return `In our recipe book: ${list}${more}. Ask us at the stall how we make them.`
}

function describeNewsletter(query: ChatQuery): string {
  const { setting, message } = query
  if (hasDetail(message.line, 'unsubscribing'))
    return `To unsubscribe from the newsletter: ${describeContact(query)}`
  if (setting('newsletter_enabled') === 'false')
    return 'The newsletter is not taking subscribers right now.'
  return (
    'To get the newsletter, enter your email address in the form at the bottom of the home page; ' +
    'I cannot sign you up from here.'
  )
}

function describeOrderLookup(): string {
  return (
    'I can look up an order only by its receipt link: please paste that link here. ' +
    'I do not share anything about an order by number, name or email address.'
  )
}

function describeSomeoneElse(): string {
  return 'Yes, someone else may pick it up: give us their name at checkout, or give them the order number.'
}

const CANNOT_MAKE_IT =
  /\b(?:cannot|can['’]t) make it\b|\bmiss(?:ed)? (?:your|a|the) (?:pickup|day)\b/i

async function describeMissed(query: ChatQuery): Promise<string> {
  const passage = await quotePages(query, CANNOT_MAKE_IT)
  return `${passage ?? 'Please tell us as soon as you know.'} ${describeContact(query)}`
}

function describeTrouble(query: ChatQuery): string {
  const contact = describeContact(query)
  if (query.setting('buyer_cancels') === 'true' && hasDetail(query.message.line, 'cancelling'))
    return (
      'You can cancel an order yourself until ordering for its day ends: open your receipt by ' +
      `its link. For anything else, ${contact.replace(/^Please/, 'please')}`
    )
  return `A person has to handle changes, cancellations and refunds. ${contact}`
}
