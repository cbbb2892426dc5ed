import { useSuspenseQuery } from '@tanstack/react-query'
import { LEGAL_SLUGS } from '#contract/pages/legal-slugs.ts'
import { pageLinksQuery, useSettings } from '#web/api/shop-queries.ts'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export function CheckoutFoot() {
  const { data } = useSuspenseQuery(pageLinksQuery)
  const phone = useSettings()('contact_phone')
  const pages = LEGAL_SLUGS.flatMap((slug) => data?.find((page) => page.slug === slug) ?? [])
  if (pages.length === 0 && !phone) return null
  return (
    <footer className="mt-4 border-t border-straw pt-3 pb-6 text-bark-deep">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8">
        {phone && (
          <p>
            Questions? Call us: <PhoneLink number={phone} />
          </p>
        )}
        {pages.length > 0 && (
          <nav aria-label="Terms and privacy">
            <ul className="flex flex-wrap gap-x-5">
              {pages.map(({ slug, title }) => (
                <li key={slug}>
                  <TextLink href={`/pages/${slug}`} className="font-normal">
                    {title}
                  </TextLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </footer>
  )
}
