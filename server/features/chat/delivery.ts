import { formatTerms, sharedTerms } from '#contract/calendar/delivery-terms.ts'
import { US_STATES } from '#contract/calendar/us-states.ts'
import { stateOfZip } from '#contract/calendar/zip-code.ts'
import { nameAmong } from '#contract/settings/seeded-facts.ts'
import { formatList } from '#contract/text/format-list.ts'
import { formatLongDay } from '#contract/time/date-format.ts'
import { type DeliveryNow, namesZip, readDelivery } from '#server/features/calendar/list-days.ts'
import { describeContact } from './describe-shop.ts'
import type { ChatQuery } from './read-question.ts'
import { findTown, type Town } from './town-in-question.ts'
import { stemsOf } from './words.ts'

const PICKUP = 'Pickup is free and has no minimum.'

const BY_MAIL = /\b(?:courier|fedex|mail|post|ship|ups\b)/

export async function describeDelivery(query: ChatQuery): Promise<string> {
  const delivery = await readDelivery(query.db, query.now)
  const { text, area } = delivery
  if (text === null) return `We don’t deliver right now. ${PICKUP}`
  const place = findTown(query.text)
  const isByMail = BY_MAIL.test(query.line) && area !== ''
  const told = withTerms(text, delivery)
  if (!place) {
    const byMail = isByMail ? 'We don’t ship by mail. ' : ''
    return `${byMail}${describeWhen(query, delivery)}${told} ${PICKUP}`
  }
  const answer = answerPlace(place, delivery)
  if (answer !== null) return `${answer} ${PICKUP}`
  if (isByMail) return `No, we don’t ship to ${place.name}. ${told} ${PICKUP}`
  const zips = listedZips(delivery)
  if (zips !== null)
    return `${withTerms(`We deliver to ${zips}`, delivery)} What is the ZIP code in ${place.name}? Then I can tell you.`
  const contact = describeContact(query).replace(/^Please/, 'please')
  if (area === '') return `${told} About ${place.name}, ${contact}`
  return `${withTerms(`${text} only,`, delivery)} If you’re not sure whether that includes ${place.name}, ${contact}`
}

function describeWhen({ day, line }: ChatQuery, { zones }: DeliveryNow): string {
  if (!day && !/\b(?:when|what (?:day|time))\b/.test(line)) return ''
  const [next] = zones.flatMap(({ nextDay }) => nextDay ?? []).sort()
  const no = day ? `Not on a set day, so I can’t promise delivery ${day.said}: ` : ''
  if (!next) return `${no || 'Once you order, '}we call or email you to set a day. `
  if (day?.date === next) return `Yes, we deliver on ${formatLongDay(next)}. `
  return `${day && day.date < next ? 'No. ' : ''}The next delivery day is ${formatLongDay(next)}. `
}

function withTerms(text: string, { zones }: DeliveryNow): string {
  const terms = sharedTerms(zones.map((zone) => zone.terms))
  if (terms) return `${text} for ${formatTerms(terms)}.`
  const each = zones.map(({ name, terms }) => `${nameAmong(name)}: ${formatTerms(terms)}.`)
  return `${text.replace(/,$/, '')}. ${each.join(' ')}`
}

function answerPlace({ name, zip, state }: Town, delivery: DeliveryNow): string | null {
  const given = stemsOf(name)
  const zone = delivery.zones.find(
    (one) =>
      (given.length > 0 && new Set(given).isSubsetOf(new Set(stemsOf(one.area)))) ||
      (zip !== null && namesZip(one, zip)),
  )
  if (zone) {
    const day = zone.nextDay ? ` The next delivery day is ${formatLongDay(zone.nextDay)}.` : ''
    return `Yes, we deliver to ${name} for ${formatTerms(zone.terms)}.${day}`
  }
  const to = (zip && stateOfZip(zip)) ?? state
  const own = delivery.farmState
  const area = delivery.area ? `the ${delivery.area.replace(/^the /, '')}` : own && US_STATES[own]
  if (own && to && to !== own && delivery.zones.every(({ zips }) => zips === null))
    return `No, we don’t deliver to ${name}, only in ${area}.`
  const zips = listedZips(delivery)
  const mayBe = delivery.zones.some((one) =>
    one.zips?.some((listed) => listed.length < 3 || stateOfZip(listed) === state),
  )
  const isOut = zip !== null || (state !== null && !mayBe)
  return zips !== null && isOut ? `No, we don’t deliver to ${name}, only to ${zips}.` : null
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
