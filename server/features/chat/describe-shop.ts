import { asSentence, formatOrderBy } from '#contract/calendar/day-text.ts'
import { placeInSentence } from '#contract/settings/seeded-facts.ts'
import { formatLongDay, formatWeekday } from '#contract/time/date-format.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import {
  listNextPickups,
  listOrderDeadlines,
  type NextPickups,
  type OrderDeadline,
} from '#server/features/calendar/next-pickups.ts'
import { listRecipeNames } from '#server/features/recipes/recipe-queries.ts'
import { quotePages } from './answer-from-texts.ts'
import type { ChatQuery } from './read-query.ts'

export function describeContact({ setting }: Pick<ChatQuery, 'setting'>): string {
  const [phone, email] = [setting('contact_phone'), setting('contact_email')]
  const ways = [...(phone ? [`call ${phone}`] : []), ...(email ? [`email us at ${email}`] : [])]
  if (ways.length > 0) return `Please ${ways.join(' or ')}.`
  return 'Please ask your question here and add your email address, and the farmer will see it.'
}

export async function describeHours({ db, now, setting }: ChatQuery): Promise<string> {
  const hours = setting('business_hours')
  const open = hours
    ? `The market stall is open ${hours}. Order pickup has its own times; just ask me.`
    : 'I do not have our opening hours yet.'
  return [open, ...listCalledOff(await listNextPickups(db, now))].join(' ')
}

function listCalledOff({ off }: Pick<NextPickups, 'off'>): string[] {
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
  return [...own, ...others].join(' ') || 'I do not have our address yet.'
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export async function describePickup({ db, now, setting }: ChatQuery): Promise<string> {
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

export function describePayment({ takesTestCards }: ChatQuery): string {
  const test = ' Right now the shop takes test cards only, and no money moves.'
  return `You pay by card when you order.${takesTestCards ? test : ''}`
}

export async function describeRecipes({ db, setting }: ChatQuery): Promise<string> {
  if (setting('chat_recipe_names') !== 'true')
    return 'The farm keeps its recipes to itself, so I cannot help with those.'
  const names = await listRecipeNames(db)
  if (names.length === 0) return 'We have no recipes written down yet.'
  const more = names.length > 12 ? ` and ${names.length - 12} more` : ''
  const list = names.slice(0, 12).join(', ')
  return `In our recipe book: ${list}${more}. Ask us at the stall how we make them.`
}

export function describeNewsletter({ setting }: ChatQuery): string {
  if (setting('newsletter_enabled') === 'false')
    return 'The newsletter is not taking subscribers right now.'
  return (
    'To get the newsletter, enter your email address in the form at the bottom of the home page; ' +
    'I cannot sign you up from here.'
  )
}

const CANNOT_MAKE_IT =
  /\b(?:cannot|can['’]t) make it\b|\bmiss(?:ed)? (?:your|a|the) (?:pickup|day)\b/i

export async function describeMissed(query: ChatQuery): Promise<string> {
  const passage = await quotePages(query, CANNOT_MAKE_IT)
  return `${passage ?? 'Please tell us as soon as you know.'} ${describeContact(query)}`
}

export function describeTrouble(query: ChatQuery): string {
  return `A person has to handle changes, cancellations and refunds. ${describeContact(query)}`
}

export function describeCancelling(query: ChatQuery): string {
  if (query.setting('buyer_cancels') !== 'true') return describeTrouble(query)
  return (
    'You can cancel an order yourself until ordering for its day ends: open your receipt by ' +
    `its link. For anything else, ${describeContact(query).replace(/^Please/, 'please')}`
  )
}

const MAX_DAYS = 3

export async function describeDeadline({ db, now, line, setting }: ChatQuery): Promise<string> {
  const { deadlines, closed } = await listOrderDeadlines(db, now)
  if (deadlines.length === 0) return closed ?? 'There is no day to order for right now.'
  const timeZone = setting('time_zone')
  const today = farmDayOf(now.toISOString(), timeZone)
  const named = dayNamedIn(line)
  const onDay = deadlines.filter(({ day }) => named && isOn(day.day, named, today))
  const [first] = onDay
  const refusal = named && !first ? [`We’re not taking orders for ${named} right now.`] : []
  const told = first ? onDay.filter(({ day }) => day.day === first.day.day) : withinAWeek(deadlines)
  const sentences = told.slice(0, MAX_DAYS).map(({ day, names }) => {
    const where = names.length > 0 ? ` (${names.join(', ')})` : ''
    const by = formatOrderBy(day, timeZone, { today: today.toString() })
    return `For ${formatLongDay(day.day)}${where}, ${by}.`
  })
  return [...refusal, ...sentences].join(' ')
}

function withinAWeek(deadlines: readonly OrderDeadline[]): OrderDeadline[] {
  const [first] = deadlines
  if (!first) return []
  const end = Temporal.PlainDate.from(first.day.day).add({ days: 7 }).toString()
  return deadlines.filter(({ day }) => day.day < end)
}

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

function dayNamedIn(line: string): string | null {
  const [, name = ''] =
    line.match(/\bfor (?:this |next )?(today|tonight|tomorrow|\w+day|sat|sun)\b/) ?? []
  if (/^to(?:day|night)$/.test(name)) return 'today'
  if (name === 'tomorrow') return name
  return WEEKDAYS.find((weekday) => name && weekday.toLowerCase().startsWith(name)) ?? null
}

function isOn(day: string, named: string, today: Temporal.PlainDate): boolean {
  if (named === 'today') return day === today.toString()
  if (named === 'tomorrow') return day === today.add({ days: 1 }).toString()
  return formatWeekday(day) === named
}
