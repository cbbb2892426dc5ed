import { type ReactNode, Suspense } from 'react'
import { useSettings } from '#web/api/settings-query.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { ContactSection } from './contact-section.tsx'
import { FarmUpdate } from './farm-update.tsx'
import { FeatureCards } from './feature-cards.tsx'
import { Hero } from './hero.tsx'
import { ProductPlace } from './lazy-product.tsx'
import { ProductSkeletons } from './product-skeletons.tsx'
import { ProductStall } from './product-stall.tsx'

export function HomePage({ newsletter, helper }: { newsletter: ReactNode; helper: ReactNode }) {
  const setting = useSettings()
  return (
    <>
      <PageHead title="Farmstand – fresh from the farm" description={setting('hero_subtitle')} />
      <Hero title={setting('hero_title')} subtitle={setting('hero_subtitle')} />
      <div className="wrap">
        <FeatureCards />
        <FarmUpdate text={setting('farm_update')} />
        <section id="products" aria-labelledby="products-title" className="pt-14">
          <h2 id="products-title" className="text-[2rem] sm:text-[2.5rem]">
            Our products
          </h2>
          <p className="mt-1 mb-5 text-bark-deep">What we have this week</p>
          {/* Where scripts run nobody reads it, so they do not carry it. */}
          <noscript>
            {import.meta.env.SSR && (
              <p className="mb-5 rounded-xl bg-yolk-pale px-4 py-3">
                To order here, please turn on JavaScript
                {setting('contact_phone') && ', or call us: the number is below'}.
              </p>
            )}
          </noscript>
          <Suspense fallback={<ProductSkeletons />}>
            <ProductStall />
          </Suspense>
        </section>
        <ContactSection setting={setting} newsletter={newsletter} />
      </div>
      <ProductPlace />
      {helper}
    </>
  )
}
