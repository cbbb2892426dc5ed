import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { farmDates } from '#contract/date-format.ts'
import { openPickupDays } from '#contract/day-words.ts'
import { DELIVERY_FEE, DELIVERY_FROM } from '#contract/delivery.ts'
import type { MarketPlace, OrderingCalendar } from '#contract/market-days.ts'
import { formatDollars } from '#contract/money.ts'
import type { PublicSettingKey } from '#contract/public-settings.ts'
import { placeInSentence, withArea } from '#contract/seeded-facts.ts'
import { formatHours } from '#contract/wall-time.ts'
import { youtubeId } from '#contract/youtube-id.ts'
import { marketDaysQuery } from '#web/api/shop-queries.ts'
import { VideoFrame } from '#web/ui/video-frame.tsx'

const PANEL = 'rounded-2xl border border-straw bg-card p-4 sm:p-6.5'
const FACTS = 'grid grid-cols-2 gap-x-4 gap-y-3'

type ContactSectionProps = { setting: (key: PublicSettingKey) => string; newsletter: ReactNode }

export function ContactSection({ setting, newsletter }: ContactSectionProps) {
  const { data: calendar } = useSuspenseQuery(marketDaysQuery)
  const phone = setting('contact_phone')
  const email = setting('contact_email')
  const [address, hours] = [setting('business_address'), setting('business_hours')]
  return (
    <section id="contact" aria-labelledby="contact-title" className="pt-8">
      <h2 id="contact-title" className="text-[1.625rem] lg:text-[2.125rem]">
        Visit us
      </h2>
      <p className="mb-3 text-bark-deep">{whereWeAre(calendar)}</p>
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
        <div className="grid gap-3 md:gap-6">
          {(address || hours || phone || email) && (
            <dl className={`${PANEL} ${FACTS}`}>
              <Fact name="Address">{address}</Fact>
              <Fact name="Hours">{hours}</Fact>
              <Fact name="Phone">
                {phone && (
                  <ContactLink href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</ContactLink>
                )}
              </Fact>
              <Fact name="Email">
                {email && <ContactLink href={`mailto:${email}`}>{email}</ContactLink>}
              </Fact>
            </dl>
          )}
          {newsletter}
        </div>
        <div className="grid gap-3 md:gap-6">
          <GettingYourOrder calendar={calendar} timeZone={setting('time_zone')} />
          <FarmVideo url={setting('homepage_video_url')} />
        </div>
      </div>
    </section>
  )
}

const list = new Intl.ListFormat('en-US')

function whereWeAre(calendar: OrderingCalendar | null): string {
  if (!calendar || calendar.isSeeded) return 'At the market and at the farm store'
  const places = calendar.places.filter(({ kind }) => kind === 'pickup')
  return places.length > 0
    ? `At ${list.format(places.map(({ name }) => placeInSentence(name)))}`
    : ''
}

type GettingYourOrderProps = { calendar: OrderingCalendar | null; timeZone: string }

function GettingYourOrder({ calendar, timeZone }: GettingYourOrderProps) {
  const delivery = withArea('Delivery', calendar)
  const cost = `${formatDollars(DELIVERY_FEE)}, on orders of ${formatDollars(DELIVERY_FROM)} or more`
  return (
    <div className={PANEL}>
      <h3 className="text-xl">Getting your order</h3>
      <dl className={`mt-2 ${FACTS}`}>
        {calendar?.places.map(
          (place) =>
            place.kind === 'pickup' && (
              <Fact key={place.key} name={`Pickup at ${placeInSentence(place.name)}`}>
                {place.hours || nextDay(calendar, place, timeZone)}
                <Whereabouts place={place} />
              </Fact>
            ),
        )}
        {delivery && <Fact name={delivery}>{cost}</Fact>}
      </dl>
    </div>
  )
}

/** `Saturday, Nov 28 9am to noon`, of a place whose days no rule makes. */
function nextDay(calendar: OrderingCalendar, { key }: MarketPlace, timeZone: string): string {
  const next = openPickupDays(calendar).find(({ placeKey }) => placeKey === key)
  if (!next) return 'Closed for now'
  return `${farmDates(timeZone).formatWeekdayDate(next.opensAt)} ${formatHours(next)}`
}

function Whereabouts({ place: { address, mapUrl } }: { place: MarketPlace }) {
  if (!address && !mapUrl) return null
  return (
    <p className="text-[0.9375rem] text-bark-deep">
      {address} {mapUrl && <ContactLink href={mapUrl}>Map</ContactLink>}
    </p>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="min-w-0">
      <dt className="text-[0.9375rem] text-bark-deep">{name}</dt>
      <dd className="font-semibold wrap-break-word">{children}</dd>
    </div>
  )
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      className="inline-block max-w-full underline decoration-bark underline-offset-4 hover:decoration-2"
    >
      {children}
    </a>
  )
}

/** The farm's video: nothing while there is none, a sentence while its address is wrong. */
function FarmVideo({ url }: { url: string }) {
  if (url.trim() === '') return null
  const id = youtubeId(url)
  return (
    <div className="grid aspect-video place-items-center overflow-hidden rounded-2xl bg-foot text-on-foot">
      {id === null ? (
        <p>Invalid YouTube URL</p>
      ) : (
        <VideoFrame id={id} title="A morning on the farm" />
      )}
    </div>
  )
}
