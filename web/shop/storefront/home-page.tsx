import { type ReactNode, Suspense } from 'react'
import { useSettings } from '#web/api/shop-queries.ts'
import { PageHead } from '#web/head/page-head.tsx'
import { PLACED_PLACE } from '#web/shop/cart/placed-room-store.ts'
import { Boundary } from '#web/ui/boundary.tsx'
import { ServerPart } from '#web/ui/server-part.tsx'
import { ContactSection } from './contact-section.tsx'
import { ProductSkeletons } from './product-grid.tsx'
import { ProductSection } from './product-section.tsx'
import { useProductInAddress } from './search/use-product-in-address.ts'
import { FarmUpdate, FeatureCards, Hero } from './welcome.tsx'

type HomePageProps = { newsletter: ReactNode; children: ReactNode }

export function HomePage({ newsletter, children }: HomePageProps) {
  const setting = useSettings()
  useProductInAddress()
  return (
    <>
      <PageHead
        title={`${setting('farm_name')} – fresh from the farm`}
        description={setting('hero_subtitle')}
      />
      <ServerPart id="welcome">
        {import.meta.env.SSR && (
          <>
            <div id={PLACED_PLACE} hidden className="wrap min-h-[20.5rem] pt-3 md:min-h-56" />
            <Hero title={setting('hero_title')} subtitle={setting('hero_subtitle')} />
            <FeatureCards />
          </>
        )}
      </ServerPart>
      <div className="wrap">
        <section id="products" aria-labelledby="products-title" className="@container pt-3">
          <ServerPart id="today">
            {import.meta.env.SSR && (
              <>
                <div className="flex flex-col items-stretch gap-3 lg:flex-row-reverse lg:items-end lg:justify-between">
                  <FarmUpdate timeZone={setting('time_zone')} />
                  <h2 id="products-title" className="text-[1.625rem] lg:text-[2.125rem]">
                    Our products
                  </h2>
                </div>
                {/* Where scripts run nobody reads it, so they do not carry it. */}
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
