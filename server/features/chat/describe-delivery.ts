import { formatTerms, sharedTerms } from '#contract/calendar/delivery-terms.ts'
import { US_STATES } from '#contract/calendar/us-states.ts'
import { stateOfZip } from '#contract/calendar/zip-code.ts'
import { nameAmong } from '#contract/settings/seeded-facts.ts'
import { formatList } from '#contract/text/format-list.ts'
import { formatLongDay } from '#contract/time/date-format.ts'
import { type DeliveryNow, namesZip, readDelivery } from '#server/features/calendar/next-pickups.ts'
import { describeContact } from './describe-shop.ts'
import type { ChatQuery } from './read-query.ts'
import { stemsOf } from './tokenize.ts'
import { findTown, type Town } from './town-in-question.ts'

const PICKUP = 'Pickup is free and has no minimum.'

export async function describeDelivery(query: ChatQuery, isByMail = false): Promise<string> {
  const delivery = await readDelivery(query.db, query.now)
  const { text } = delivery
  if (text === null) return `We do not deliver right now. ${PICKUP}`
  const place = findTown(query.text)
  const byMail = isByMail && delivery.area !== ''
  if (!place)
    return `${byMail ? 'We do not ship by mail. ' : ''}${withTerms(text, delivery)} ${PICKUP}`
  const answer = answerPlace(place, delivery)
  if (answer !== null) return `${answer} ${PICKUP}`
  if (byMail) return `No, we do not ship to ${place.name}. ${withTerms(text, delivery)} ${PICKUP}`
  const zips = listedZips(delivery)
  if (zips !== null)
    return `${withTerms(`We deliver to ${zips}`, delivery)} What is the ZIP code in ${place.name}? Then I can tell you.`
  const contact = describeContact(query).replace(/^Please/, 'please')
  return delivery.area === ''
    ? `${withTerms(text, delivery)} About ${place.name}, ${contact}`
    : `${withTerms(`${text} only,`, delivery)} If you are not sure whether that includes ${place.name}, ${contact}`
}

function withTerms(text: string, { zones }: DeliveryNow): string {
  const terms = sharedTerms(zones.map((zone) => zone.terms))
  if (terms) return `${text} for ${formatTerms(terms)}.`
  const each = zones.map(({ name, terms }) => `${nameAmong(name)}: ${formatTerms(terms)}.`)
  return `${text.replace(/,$/, '')}. ${each.join(' ')}`
}

function answerPlace({ name, zip, state }: Town, delivery: DeliveryNow): string | null {
  const zone = delivery.zones.find(
    (one) => isNamedIn(name, one.area) || (zip !== null && namesZip(one, zip)),
  )
  if (zone) {
    const day = zone.nextDay ? ` The next delivery day is ${formatLongDay(zone.nextDay)}.` : ''
    return `Yes, we deliver to ${name} for ${formatTerms(zone.terms)}.${day}`
  }
  const to = (zip && stateOfZip(zip)) ?? state
  const own = delivery.farmState
  const area = delivery.area ? `the ${delivery.area.replace(/^the /, '')}` : own && US_STATES[own]
  if (own && to && to !== own && delivery.zones.every(({ zips }) => zips === null))
    return `No, we do not deliver to ${name}, only in ${area}.`
  const zips = listedZips(delivery)
  const mayBe = state && delivery.zones.some((one) => one.zips?.some((own) => mayLieIn(own, state)))
  const isOut = zip !== null || (state !== null && !mayBe)
  return zips !== null && isOut ? `No, we do not deliver to ${name}, only to ${zips}.` : null
}

function isNamedIn(text: string, area: string): boolean {
  const [given, named] = [stemsOf(text), stemsOf(area)]
  return given.length > 0 && given.every((stem) => named.includes(stem))
}

const MAX_LISTED = 8

function listedZips({ zones }: DeliveryNow): string | null {
  if (zones.some(({ zips }) => zips === null)) return null
  const zips = zones.flatMap((zone) => zone.zips ?? [])
  const shown = zips.slice(0, MAX_LISTED).map((zip) => zip.padEnd(5, 'x'))
  const others = zips.length > MAX_LISTED ? [`${zips.length - MAX_LISTED} more`] : []
  const list = formatList([...shown, ...others])
  return zips.length === 1 ? `ZIP code ${list}` : `ZIP codes ${list}`
}

function mayLieIn(zip: string, state: string): boolean {
  const rest = 10 ** Math.max(0, 3 - zip.length)
  return Array.from(
    { length: rest },
    (_, n) => zip.slice(0, 3) + String(n).padStart(3 - zip.length, '0'),
  ).some((start) => stateOfZip(start.slice(0, 3)) === state)
}
