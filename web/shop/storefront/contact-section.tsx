import type { ReactNode } from 'react'
import { DELIVERY_FEE, DELIVERY_FROM, PICKUP_LOCATIONS, PICKUP_PLACES } from '#contract/delivery.ts'
import { formatDollars } from '#contract/money.ts'
import type { PublicSettingKey } from '#contract/public-settings.ts'
import { youtubeId } from '#contract/youtube-id.ts'
import { VideoFrame } from '#web/ui/video-frame.tsx'

const PANEL = 'rounded-2xl border border-straw bg-card p-5 sm:p-6.5'

type ContactSectionProps = { setting: (key: PublicSettingKey) => string; newsletter: ReactNode }

export function ContactSection({ setting, newsletter }: ContactSectionProps) {
  const phone = setting('contact_phone')
  const email = setting('contact_email')
  const [address, hours] = [setting('business_address'), setting('business_hours')]
  return (
    <section id="contact" aria-labelledby="contact-title" className="pt-8">
      <h2 id="contact-title" className="text-[2rem] sm:text-[2.5rem]">
        Visit us
      </h2>
      <p className="mt-1 mb-5 text-bark-deep">At the market and at the farm store</p>
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
        <div className="grid gap-4 md:gap-6">
          {(address || hours || phone || email) && (
            <dl className={PANEL}>
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
        <div className="grid gap-4 md:gap-6">
          <GettingYourOrder />
          <FarmVideo url={setting('homepage_video_url')} />
        </div>
      </div>
    </section>
  )
}

function GettingYourOrder() {
  return (
    <div className={PANEL}>
      <h3 className="text-[1.375rem]">Getting your order</h3>
      <dl className="mt-3">
        {PICKUP_LOCATIONS.map((location) => (
          <Fact key={location} name={`Pickup at the ${PICKUP_PLACES[location].name.toLowerCase()}`}>
            {PICKUP_PLACES[location].window}
          </Fact>
        ))}
        <Fact name="Delivery in the Hot Springs area">
          {formatDollars(DELIVERY_FEE)}, on orders of {formatDollars(DELIVERY_FROM)} or more
        </Fact>
      </dl>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="not-last:mb-3.5">
      <dt className="text-[0.9375rem] text-bark-deep">{name}</dt>
      <dd className="text-lg font-semibold wrap-break-word">{children}</dd>
    </div>
  )
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-6 items-center underline decoration-bark underline-offset-4 hover:decoration-2"
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
    <div className="grid aspect-video place-items-center overflow-hidden rounded-2xl bg-leaf-deep text-white">
      {id === null ? (
        <p>Invalid YouTube URL</p>
      ) : (
        <VideoFrame id={id} title="A morning on the farm" />
      )}
    </div>
  )
}
