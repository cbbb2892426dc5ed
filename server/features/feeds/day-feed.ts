import { mapLink } from '#contract/calendar/map-link.ts'
import { DAY } from '#contract/time/durations.ts'
import type { Db } from '#server/db/write.ts'
import { calendarFile, escapeText } from '#server/features/calendar/calendar-text.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'

const DAYS_AHEAD = 90

/** How often a calendar asks again (RFC 7986, and what Outlook reads). */
const REFRESH = 'PT6H'

/** Pickup days that are open or were called off; a day keeps its UID when its hours or place change. */
export async function dayFeed({ id, linkOrigin }: Shop, db: Db, at: Date): Promise<string> {
  const farm = await readSetting(db, 'farm_name')
  const events = (await listDays(db, at)).map((day) => ({
    uid: `day-${day.id}@${id}`,
    sequence: day.revision,
    changedAt: at.toISOString(),
    opensAt: day.opens_at,
    closesAt: day.closes_at,
    isCancelled: day.state === 'closed',
    summary: `${farm} at ${day.name}`,
    location: [day.name, day.address].filter(Boolean).join(', '),
    description: [day.message || day.note, mapOf(day)].filter(Boolean).join('\n'),
    mapUrl: day.map_url,
    url: `${linkOrigin}/`,
  }))
  return calendarFile('Market days', events, [
    ['X-WR-CALNAME', escapeText(farm)],
    ['REFRESH-INTERVAL;VALUE=DURATION', REFRESH],
    ['X-PUBLISHED-TTL', REFRESH],
  ])
}

function mapOf({ map_url, address }: { map_url: string | null; address: string }): string {
  const link = mapLink(map_url, address)
  return link ? `Map: ${link}` : ''
}

function listDays(db: Db, at: Date) {
  return db
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.id', 'opens_at', 'closes_at', 'state', 'message', 'revision'])
    .select(['places.name', 'places.address', 'places.note', 'places.map_url'])
    .where('places.kind', '=', 'pickup')
    .where('closes_at', '>', at.toISOString())
    .where('opens_at', '<', new Date(at.getTime() + DAYS_AHEAD * DAY).toISOString())
    .orderBy('opens_at')
    .orderBy('market_days.id')
    .execute()
}
