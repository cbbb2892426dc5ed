import { formatLongDay } from '#contract/date-format.ts'
import { formatTerms, nameAmong, sharedTerms } from '#contract/delivery-terms.ts'
import { type DeliveryNow, namesZip, readDelivery } from '#server/features/calendar/next-pickups.ts'
import { describeContact } from './describe-contact.ts'
import { hasDetail } from './detect-intents.ts'
import { type PlaceQuestion, placeInQuestion } from './place-in-question.ts'
import type { ChatQuery } from './read-query.ts'
import { mayLieIn } from './state-zips.ts'
import { stemsOf } from './tokenize.ts'

const PICKUP = 'Pickup is free and has no minimum.'

/** Whether the farm delivers to where somebody asks about, as far as its zones say; else where it does. */
export async function describeDelivery(query: ChatQuery): Promise<string> {
  const delivery = await readDelivery(query.db, query.now)
  const { words } = delivery
  if (words === null) return `We do not deliver right now. ${PICKUP}`
  const asked = placeInQuestion(query.text)
  const isByMail = hasDetail(query.message.line, 'byMail') && delivery.area !== ''
  if (!asked)
    return `${isByMail ? 'We do not ship by mail. ' : ''}${withTerms(words, delivery)} ${PICKUP}`
  const answer = answerPlace(asked, delivery)
  if (answer !== null) return `${answer} ${PICKUP}`
  if (isByMail)
    return `No, we do not ship to ${asked.words}. ${withTerms(words, delivery)} ${PICKUP}`
  const zips = listedZips(delivery)
  if (zips !== null)
    return `${withTerms(`We deliver to ${zips}`, delivery)} What is the ZIP code in ${asked.words}? Then I can tell you.`
  const contact = describeContact(query).replace(/^Please/, 'please')
  return delivery.area === ''
    ? `${withTerms(words, delivery)} About ${asked.words}, ${contact}`
    : `${withTerms(`${words} only,`, delivery)} If you are not sure whether that includes ${asked.words}, ${contact}`
}

/** What is said of delivery, with what it costs: zone by zone where they differ. */
function withTerms(words: string, { zones }: DeliveryNow): string {
  const terms = sharedTerms(zones.map((zone) => zone.terms))
  if (terms) return `${words} for ${formatTerms(terms)}.`
  const each = zones.map(({ name, terms }) => `${nameAmong(name)}: ${formatTerms(terms)}.`)
  return `${words.replace(/,$/, '')}. ${each.join(' ')}`
}

/** Yes or no, with the reason; null where the zones do not say. */
function answerPlace(asked: PlaceQuestion, delivery: DeliveryNow): string | null {
  const zone = delivery.zones.find(
    (one) => isNamedIn(asked.words, one.area) || (asked.zip !== null && namesZip(one, asked.zip)),
  )
  if (zone) {
    const day = zone.nextDay ? ` The next delivery day is ${formatLongDay(zone.nextDay)}.` : ''
    return `Yes, we deliver to ${asked.words} for ${formatTerms(zone.terms)}.${day}`
  }
  const { state, zip } = asked
  const zips = listedZips(delivery)
  const mayBe = state && delivery.zones.some((one) => one.zips?.some((own) => mayLieIn(own, state)))
  const isOut = zip !== null || (state !== null && !mayBe)
  return zips !== null && isOut ? `No, we do not deliver to ${asked.words}, only to ${zips}.` : null
}

/** Whether all words of a place stand in a zone's name: `Custer` in `Custer County`. */
function isNamedIn(words: string, area: string): boolean {
  const [asked, named] = [stemsOf(words), stemsOf(area)]
  return asked.length > 0 && asked.every((stem) => named.includes(stem))
}

const MAX_LISTED = 8

/** `ZIP codes 57730 and 57747`; null where a zone goes by no ZIP codes. */
function listedZips({ zones }: DeliveryNow): string | null {
  if (zones.some(({ zips }) => zips === null)) return null
  const zips = zones.flatMap((zone) => zone.zips ?? [])
  const shown = zips.slice(0, MAX_LISTED).map((zip) => zip.padEnd(5, 'x'))
  const others = zips.length > MAX_LISTED ? [`${zips.length - MAX_LISTED} more`] : []
  const list = new Intl.ListFormat('en-US').format([...shown, ...others])
  return zips.length === 1 ? `ZIP code ${list}` : `ZIP codes ${list}`
}
