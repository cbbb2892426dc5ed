import { useSuspenseQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { openPickupDays } from '#contract/calendar/day-text.ts'
import {
  formatTerms,
  listZoneTerms,
  sharedTerms,
  termsOfZone,
} from '#contract/calendar/delivery-terms.ts'
import type { MarketPlace, OrderingCalendar } from '#contract/calendar/market-days.ts'
import { feeds } from '#contract/feeds.ts'
import { youtubeId } from '#contract/pages/youtube-id.ts'
import { type PictureWidth, pictureName, variantUrl } from '#contract/products/pictures.ts'
import { readPhoto } from '#contract/settings/photos.ts'
import type { PublicSettingKey } from '#contract/settings/public-settings.ts'
import { deliveryArea, nameAmong, withArea } from '#contract/settings/seeded-facts.ts'
import { farmDates } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { marketDaysQuery } from '#web/api/shop-queries.ts'
import poster from '#web/drawings/film.svg?no-inline'
import { capitalized } from '#web/ui/capitalized.ts'
import { phoneHref } from '#web/ui/phone-href.ts'

/** The shop's public address, such as https://farm.example; a calendar subscribes to no other. */
export const ShopOrigin = createContext<string | null>(null)

type ContactSectionProps = { setting: (key: PublicSettingKey) => string; newsletter: ReactNode }

/** Rendered only on the server. In its own file, or every first view would load what it imports. */
export function ContactSection({ setting, newsletter }: ContactSectionProps) {
  return (
    <section id="contact" aria-labelledby="contact-title" className="pt-5">
      <h2 id="contact-title" className="mb-2.5 text-[1.625rem] lg:text-[2.125rem]">
        Visit us
      </h2>
      <div className="grid items-start gap-3 md:grid-cols-2 md:gap-6">
        <div className="grid gap-3 md:gap-6">
          <Farmer setting={setting} />
          <Facts setting={setting} />
          <FarmPhotos setting={setting} />
        </div>
        <div className="grid gap-3 md:gap-6">
          {newsletter}
          <FarmFilm url={setting('homepage_video_url')} />
        </div>
      </div>
    </section>
  )
}

/** The person behind the shop. */
function Farmer({ setting }: Pick<ContactSectionProps, 'setting'>) {
  const [name, words] = [setting('farmer_name'), setting('farmer_words')]
  const photo = readPhoto(setting('photo_farmer'))
  if (!name && !words && !photo) return null
  return (
    <div className="flex items-center gap-3">
      {photo && <Photo photo={photo} width={160} className="size-24 shrink-0 rounded-full" />}
      <div className="min-w-0 wrap-anywhere">
        {name && <h3 className="text-xl">{name}</h3>}
        {words && <p className="leading-snug">{words}</p>}
        {photo && <Caption>{photo.text}</Caption>}
      </div>
    </div>
  )
}

type PhotoProps = { photo: { url: string; text: string }; width: PictureWidth; className: string }

/** One size is enough below the fold. */
function Photo({ photo: { url, text }, width, className }: PhotoProps) {
  const src = variantUrl(pictureName(url) ?? '', { width, format: 'webp' })
  return <img src={src} alt={text} loading="lazy" className={`object-cover ${className}`} />
}

/** A photo's text for the eye; screen readers have it with the photo. */
function Caption({ children }: { children: string }) {
  return (
    children && (
      <p aria-hidden="true" className="text-sm text-bark-deep">
        {children}
      </p>
    )
  )
}

const SEEN = ['photo_farm', 'photo_stall', 'photo_hands'] as const

function FarmPhotos({ setting }: Pick<ContactSectionProps, 'setting'>) {
  return SEEN.map((key) => {
    const photo = readPhoto(setting(key))
    return (
      photo && (
        <div key={key}>
          <Photo photo={photo} width={560} className="aspect-8/5 w-full rounded-2xl" />
          <Caption>{photo.text}</Caption>
        </div>
      )
    )
  })
}

function Facts({ setting }: Pick<ContactSectionProps, 'setting'>) {
  const { data: calendar } = useSuspenseQuery(marketDaysQuery)
  const [phone, email] = [setting('contact_phone'), setting('contact_email')]
  const delivery = withArea('We deliver', calendar)
  const pickup = calendar?.places.filter(({ kind }) => kind === 'pickup') ?? []
  const origin = use(ShopOrigin) ?? ''
  return (
    <dl className="@container rounded-2xl border border-straw bg-card px-4 py-3 leading-snug sm:p-6.5">
      <Fact name="Address">{setting('business_address')}</Fact>
      <Fact name="Hours">{setting('business_hours')}</Fact>
      <Fact name="Phone">
        {phone && <ContactLink href={phoneHref(phone)}>{phone}</ContactLink>}
      </Fact>
      <Fact name="Email">
        {email && <ContactLink href={`mailto:${email}`}>{email}</ContactLink>}
      </Fact>
      <Fact name="Pickup">
        {pickup.length > 0 && (
          <>
            {pickup.map((place) => (
              <div key={place.key}>
                {place.name}
                {place.address && <span className="font-normal">, {place.address}</span>}
                <p className="mb-1 font-normal">
                  {place.hours || nextDay(calendar, place, setting('time_zone'))}
                  {place.mapUrl && (
                    <>
                      {' · '}
                      <ContactLink href={place.mapUrl}>Map</ContactLink>
                    </>
                  )}
                </p>
              </div>
            ))}
            <p className="mb-1 font-normal">
              <ContactLink href={origin.replace(/^https?/, 'webcal') + feeds.days.path}>
                Add our days to your calendar
              </ContactLink>
            </p>
          </>
        )}
      </Fact>
      <Fact name="Delivery">
        {delivery && (
          <>
            {delivery}
            {deliveryArea(calendar) === '' && (
              <p className="font-normal">
                Enter your ZIP code at checkout to see if we deliver to you.
              </p>
            )}
            {termTexts(calendar).map((text) => (
              <p key={text} className="font-normal">
                {text}
              </p>
            ))}
          </>
        )}
      </Fact>
    </dl>
  )
}

function termTexts(calendar: OrderingCalendar | null): string[] {
  const terms = sharedTerms(listZoneTerms(calendar))
  if (terms) return [capitalized(formatTerms(terms))]
  const zones = calendar?.places.filter(({ kind }) => kind === 'delivery') ?? []
  return zones.map((zone) => `${nameAmong(zone.name)}: ${formatTerms(termsOfZone(zone))}`)
}

/** `Saturday, Nov 28 9am to noon`, for a place without day rules. */
function nextDay(
  calendar: OrderingCalendar | null,
  { key }: MarketPlace,
  timeZone: string,
): string {
  const next = calendar && openPickupDays(calendar).find(({ placeKey }) => placeKey === key)
  if (!next) return 'Closed for now'
  return `${farmDates(timeZone).formatWeekdayDate(next.opensAt)} ${formatHours(next)}`
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] py-0.5 @max-[17rem]:grid-cols-1">
      <dt className="text-bark-deep">{name}</dt>
      <dd className="font-semibold wrap-break-word">{children}</dd>
    </div>
  )
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="underline decoration-bark underline-offset-4 hover:decoration-2">
      {children}
    </a>
  )
}

const PLAYER = 'https://www.youtube-nocookie.com/embed/'

/**
 * Nothing without a video, a message for a bad address. YouTube isn't contacted until someone plays
 * it: until then the frame shows our own picture, whose link opens the player inside it, with or
 * without scripts.
 */
function FarmFilm({ url }: { url: string }) {
  if (url.trim() === '') return null
  const id = youtubeId(url)
  if (id === null) return <p className="rounded-2xl bg-sprout p-4">Invalid YouTube URL</p>
  return (
    <figure>
      <iframe
        src={PLAYER + id}
        srcDoc={`<body style=margin:0;background:#8b8><a href=${PLAYER}${id}?autoplay=1><img loading=lazy src=${poster} alt="Play the video" width=100% style=display:block></a>`}
        title="Video"
        loading="lazy"
        allow="autoplay"
        allowFullScreen
        className="aspect-video w-full rounded-2xl bg-sprout"
      />
      <figcaption className="text-sm text-bark-deep">Played by YouTube.</figcaption>
    </figure>
  )
}
