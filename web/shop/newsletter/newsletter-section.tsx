import { useSuspenseQuery } from '@tanstack/react-query'
import { NEWSLETTER_CONSENT } from '#contract/mail/newsletter-consent.ts'
import { PRIVACY_PATH } from '#contract/pages/legal-slugs.ts'
import { pageLinksQuery, useSettings } from '#web/api/shop-queries.ts'
import { NEWSLETTER_PLACE } from './lazy-newsletter.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

export function NewsletterSection() {
  const setting = useSettings()
  const { data: pages } = useSuspenseQuery(pageLinksQuery)
  const hasPrivacy = pages?.some(({ slug }) => `/pages/${slug}` === PRIVACY_PATH)
  if (setting('newsletter_enabled') === 'false') return null
  return (
    <section
      aria-labelledby="newsletter-title"
      className="rounded-2xl border border-straw bg-card p-4 sm:p-6.5"
    >
      <h3 id="newsletter-title" className="text-xl">
        News from the farm
      </h3>
      <p className="mb-2 text-[0.9375rem] text-bark-deep">
        {NEWSLETTER_CONSENT}{' '}
        {hasPrivacy && (
          <a href={PRIVACY_PATH} className="underline underline-offset-4">
            Privacy
          </a>
        )}
      </p>
      <div id={NEWSLETTER_PLACE}>
        <NewsletterForm />
      </div>
    </section>
  )
}
