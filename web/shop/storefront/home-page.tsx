import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { nextPickup } from '#contract/calendar/day-text.ts'
import { PUBLIC_SETTING_VALUES } from '#contract/settings/public-settings.ts'
import { farmDates } from '#contract/time/date-format.ts'
import { DAY } from '#contract/time/durations.ts'
import { marketDaysQuery, settingsQuery, useSettings } from '#web/api/shop-queries.ts'
import { PageHead } from '#web/head/page-head.tsx'
import { PLACED_PLACE } from '#web/shop/cart/recent-orders-store.ts'
import { Boundary } from '#web/ui/boundary.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { LineIcon } from '#web/ui/icon.tsx'
import { ServerPart } from '#web/ui/server-part.tsx'
import { ContactSection } from './contact-section.tsx'
import { Hero } from './hero.tsx'
import { ProductSkeletons } from './product-grid.tsx'
import { ProductSection } from './product-section.tsx'

export function HomePage({ newsletter, children }: { newsletter: ReactNode; children: ReactNode }) {
  const setting = useSettings()
  return (
    <>
      <PageHead
        title={`${setting('farm_name')} – fresh from the farm`}
        description={setting('hero_subtitle')}
      />
      <ServerPart id="welcome">
        {import.meta.env.SSR && (
          <>
            <div id={PLACED_PLACE} hidden className="wrap min-h-[25.5rem] pt-3 md:min-h-56" />
            <Hero setting={setting} />
            <FeatureCards />
          </>
        )}
      </ServerPart>
      <div className="wrap">
        <section id="products" aria-labelledby="products-title" className="@container pt-2">
          <ServerPart id="today">
            {import.meta.env.SSR && (
              <>
                <div className="flex flex-col items-stretch gap-3 lg:flex-row-reverse lg:items-center lg:justify-between">
                  <FarmUpdate timeZone={setting('time_zone')} />
                  <h2
                    id="products-title"
                    className="max-sm:sr-only text-[1.625rem] lg:text-[2.125rem]"
                  >
                    Our products
                  </h2>
                </div>
                {/* Read only where scripts are off, so scripts don't carry it. */}
                <noscript>
                  <p className="mt-3 rounded-xl bg-yolk-pale px-4 py-3">
                    To order here, please turn on JavaScript
                    {setting('contact_phone') && ', or call us: the number is below'}.
                  </p>
                </noscript>
              </>
            )}
          </ServerPart>
          <Boundary part="products">
            <Suspense fallback={<ProductSkeletons />}>
              <ProductSection />
            </Suspense>
          </Boundary>
        </section>
        <ServerPart id="visit">
          {import.meta.env.SSR && <ContactSection setting={setting} newsletter={newsletter} />}
        </ServerPart>
      </div>
      {children}
    </>
  )
}

const FEATURES: { title: string; text: string; line: string; href?: string }[] = [
  {
    title: 'Real-time support',
    text: 'Ask the farm helper, any hour.',
    line: 'M21 12a8.5 8.5 0 0 1-12.6 7.4L3 21l1.6-5.4A8.5 8.5 0 1 1 21 12z',
    href: '#helper',
  },
  {
    title: 'Secure payments',
    text: 'We never see your card number.',
    line: 'M7 11V7a5 5 0 0 1 10 0v4M6 11h12q1 0 1 1v8q0 1-1 1H6q-1 0-1-1v-8q0-1 1-1z',
  },
  {
    title: 'Farm fresh',
    text: 'Straight from our farm to you.',
    line: 'M12 21v-8q0-8 9-9 0 9-9 9m0 4q-1-7-8-7 1 7 8 7m-6 4h12',
  },
]

function FeatureCards() {
  return (
    <ul className="grid grid-cols-3 divide-x divide-straw border-b border-straw bg-card md:mx-auto md:mt-3 md:w-[calc(min(100%,var(--wide))-3rem)] md:rounded-2xl md:border">
      {FEATURES.map(({ title, text, line, href }) => (
        <li
          key={title}
          className="relative flex items-center justify-center gap-x-3.5 px-1 py-2 text-center md:px-4 md:text-left"
        >
          <LineIcon line={line} className="size-5 shrink-0 text-leaf max-md:hidden" />
          <div>
            <h2 className="font-sans text-[0.9375rem] tracking-normal">
              {href ? (
                <a href={href} className="after:absolute after:inset-0">
                  {title}
                </a>
              ) : (
                title
              )}
            </h2>
            <p className="text-[0.9375rem] leading-tight text-bark-deep max-md:sr-only">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** An update this long before the next pickup is no longer news, in ms. */
const NEWS_FOR = 14 * DAY

/**
 * The title is fixed (specification, section 2), followed by the farmer's sentence with its date,
 * or one that is always true. An old one keeps its place and loses its color.
 */
function FarmUpdate({ timeZone }: { timeZone: string }) {
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const { data: calendar } = useSuspenseQuery(marketDaysQuery)
  const { value, changedAt } = settings?.find(({ key }) => key === 'farm_update') ?? {}
  const updatedAt = value && value !== PUBLIC_SETTING_VALUES.farm_update ? changedAt : undefined
  const next = calendar && nextPickup(calendar)
  const isOld = updatedAt && next && Date.parse(next.day.opensAt) - Date.parse(updatedAt) > NEWS_FOR
  return (
    <section
      aria-labelledby="update-title"
      className={classNames(
        'flex items-center gap-3.5 rounded-2xl px-3 py-1 max-sm:text-sm sm:px-4 sm:py-2',
        isOld ? 'border border-straw bg-card' : 'bg-yolk-pale',
      )}
    >
      <LineIcon
        line="M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4m11.2 11.2L19 19M5 19l1.4-1.4M17.6 6.4 19 5"
        className="size-5 shrink-0 text-yolk-deep max-sm:hidden"
      />
      <div>
        <h2 id="update-title" className="mr-1.5 text-[1.0625rem] max-sm:inline">
          Today's Farm Update
        </h2>
        <p className="leading-snug max-sm:inline">
          {value || PUBLIC_SETTING_VALUES.farm_update}
          {updatedAt && (
            <time dateTime={updatedAt} className="font-semibold whitespace-nowrap text-yolk-deep">
              {' '}
              {farmDates(timeZone).formatBriefDate(updatedAt)}
            </time>
          )}
        </p>
      </div>
    </section>
  )
}
