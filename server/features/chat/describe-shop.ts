import { asSentence, formatOrderBy } from '#contract/calendar/day-text.ts'
import { placeInSentence } from '#contract/settings/seeded-facts.ts'
import { formatLongDay } from '#contract/time/date-format.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import {
  listNextPickups,
  listOrderDeadlines,
  type NextPickups,
} from '#server/features/calendar/list-days.ts'
import { listRecipeNames } from '#server/features/recipes/recipe-queries.ts'
import { weekdaysIn, yesOrNo } from './day-in-question.ts'
import { joinNames } from './describe-products.ts'
import type { ChatQuery } from './read-question.ts'
import { quotePages } from './texts.ts'

export function describeContact({ setting }: Pick<ChatQuery, 'setting'>): string {
  const [phone, email] = [setting('contact_phone'), setting('contact_email')]
  const ways = [...(phone ? [`call ${phone}`] : []), ...(email ? [`email us at ${email}`] : [])]
  if (ways.length > 0) return `Please ${ways.join(' or ')}.`
  return 'Please ask your question here and add your email address, and the farmer will see it.'
}

export async function describeHours(query: ChatQuery): Promise<string> {
  const hours = query.setting('business_hours')
  const { pickups, off } = await listNextPickups(query.db, query.now)
  return sentencesOf(
    saysOpen(query, hours, off),
    hours ? `The market stall is open ${hours}.` : 'I don’t have our opening hours yet.',
    pickups.length > 0 && `Picking up an order? ${listWindows(pickups)}.`,
    ...listCalledOff(off),
  )
}

function sentencesOf(...said: readonly (string | false)[]): string {
  return said.filter(Boolean).join(' ')
}

const OF_OTHER_DAYS =
  /daily|every ?day|week(?:day|end)|closed|except|day *(?:-|–|to|through) *(?:mon|tue|wed|thu|fri|sat|sun)/i

/** Answers yes or no only if the hours name weekdays, and no range of them. */
function saysOpen({ day, line, now, setting }: ChatQuery, hours: string, off: NextPickups['off']) {
  const open = weekdaysIn(hours)
  if (open.length === 0 || OF_OTHER_DAYS.test(hours)) return ''
  const isOpen = (date: Temporal.PlainDate) =>
    open.includes(date.dayOfWeek) && !off.some((one) => one.day === date.toString())
  if (day) return yesOrNo(day, line, isOpen(Temporal.PlainDate.from(day.date)))
  const today = farmDayOf(now.toISOString(), setting('time_zone'))
  const next = [0, 1, 2, 3, 4, 5, 6].map((days) => today.add({ days })).find(isOpen)
  if (!next || !/\b(?:next|week)\b/.test(line)) return ''
  const said = formatLongDay(next.toString())
  return /^(?:is|are|will)\b/.test(line) ? `Yes, on ${said}.` : `The next market is on ${said}.`
}

function listWindows(pickups: NextPickups['pickups']): string {
  const places = pickups.map(
    ({ name, window, address }) => `${name}, ${window}${address && ` (${address})`}`,
  )
  return places.join(', or ')
}

function listCalledOff(off: NextPickups['off']): string[] {
  return off.map(({ name, day, message }) => {
    const what = `${upperFirst(placeInSentence(name))} is off on ${formatLongDay(day)}`
    return asSentence(message ? `${what}: ${message}` : what)
  })
}

export async function describeLocation({ db, now, setting }: ChatQuery): Promise<string> {
  const address = setting('business_address')
  const { addresses } = await listNextPickups(db, now)
  const others = addresses
    .filter((place) => place.address !== address)
    .map((place) => `${upperFirst(placeInSentence(place.name))} is at ${place.address}.`)
  const own = address ? [`Our address is ${address}.`] : []
  return [...own, ...others].join(' ') || 'I don’t have our address yet.'
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export async function describePickup({ db, now, day, line, setting }: ChatQuery): Promise<string> {
  const { pickups, closed, off } = await listNextPickups(db, now)
  if (closed !== null) return closed
  const [first] = pickups
  if (!first) return 'There is no day to pick up an order right now. Please ask us.'
  const { deadlines } = await listOrderDeadlines(db, now)
  const isOn = deadlines.some((one) => one.day.day === day?.date)
  return sentencesOf(
    day !== null && yesOrNo(day, line, isOn),
    `Pickup is free: ${listWindows(pickups)}.`,
    ...listCalledOff(off),
    `An order placed now is ready on ${formatLongDay(first.day)}.`,
    setting('pickup_note'),
  )
}

export function describePayment({ takesTestCards }: ChatQuery): string {
  const test = ' Right now the shop takes test cards only, and no money moves.'
  return `You pay by card when you order.${takesTestCards ? test : ''}`
}

export async function describeRecipes({ db, setting }: ChatQuery): Promise<string> {
  if (setting('chat_recipe_names') !== 'true')
    return 'The farm keeps its recipes to itself, so I can’t help with those.'
  const names = await listRecipeNames(db)
  if (names.length === 0) return 'We have no recipes written down yet.'
  return `In our recipe book: ${joinNames(names, 12)}. Ask us at the stall how we make them.`
}

export function describeNewsletter({ setting }: ChatQuery): string {
  if (setting('newsletter_enabled') === 'false')
    return 'The newsletter isn’t taking subscribers right now.'
  return 'To get the newsletter, enter your email address in the form at the bottom of the home page; I can’t sign you up from here.'
}

const CANNOT_MAKE_IT =
  /\b(?:cannot|can['’]t) make it\b|\bmiss(?:ed)? (?:your|a|the) (?:pickup|day)\b/i

export async function describeMissed(query: ChatQuery): Promise<string> {
  const passage = await quotePages(query, CANNOT_MAKE_IT)
  return `${passage ?? 'Please tell us as soon as you know.'} ${describeContact(query)}`
}

const IS_UPSET =
  /\b(?:angry|awful|bad|broken|bullshit|complain\w*|cracked|damaged|disgusting|mad|missing|moldy|money back|pissed|rotten|spoiled|terrible|unhappy|upset|wrong)\b/

export function describeTrouble(query: ChatQuery): string {
  const sorry = IS_UPSET.test(query.line) ? 'I’m sorry about that. ' : ''
  return `${sorry}${describeContact(query).replace(/^Please/, 'For changes or refunds, please')}`
}

export function describeCancelling(query: ChatQuery): string {
  if (query.setting('buyer_cancels') !== 'true') return describeTrouble(query)
  const contact = describeContact(query).replace(/^Please/, 'please')
  return `You can cancel an order yourself until ordering for its day ends: open your receipt by its link. For anything else, ${contact}`
}

const MAX_DAYS = 3

export async function describeDeadline({ db, now, day: named, line, setting }: ChatQuery) {
  const { deadlines, closed } = await listOrderDeadlines(db, now)
  const [first] = deadlines
  if (!first) return closed ?? 'There is no day to order for right now.'
  const timeZone = setting('time_zone')
  const today = farmDayOf(now.toISOString(), timeZone).toString()
  const aWeekOn = Temporal.PlainDate.from(first.day.day).add({ days: 7 }).toString()
  const onDay = deadlines.filter(({ day }) => day.day === named?.date)
  const soon = deadlines.filter(({ day }) => day.day < aWeekOn)
  const sentences = (onDay.length > 0 ? onDay : soon).slice(0, MAX_DAYS).map(({ day, names }) => {
    const where = names.length > 0 ? ` (${names.join(', ')})` : ''
    return `For ${formatLongDay(day.day)}${where}, ${formatOrderBy(day, timeZone, { today })}.`
  })
  const no = `No, we’re not taking orders for ${named?.said.replace(/^on /, '')} right now.`
  if (named && onDay.length === 0) sentences.unshift(no)
  else if (named && /^(?:can|could|may)\b/.test(line)) sentences.unshift('Yes.')
  return sentences.join(' ')
}
