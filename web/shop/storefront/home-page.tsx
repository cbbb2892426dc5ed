import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSettings } from '#web/api/shop-queries.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { ServerPart } from '#web/ui/server-part.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'
import { ContactSection } from './contact-section.tsx'
import { useNextPickup } from './follow-next-pickup.ts'
import { NextPickup } from './next-pickup.tsx'
import { useProductInAddress } from './product-address.ts'
import { ProductSkeletons } from './product-grid.tsx'
import { ProductStall } from './product-stall.tsx'
import { FarmUpdate, FeatureCards, Hero } from './welcome.tsx'

type HomePageProps = { newsletter: ReactNode; children: ReactNode }

export function HomePage({ newsletter, children }: HomePageProps) {
  const setting = useSettings()
  useNextPickup(setting('time_zone'))
  return (
    <>
      <PageHead
        title={`${setting('farm_name')} – fresh from the farm`}
        description={setting('hero_subtitle')}
      />
      <ServerPart id="welcome">
        {import.meta.env.SSR && (
          <>
            <NextPickup timeZone={setting('time_zone')} />
            <Hero title={setting('hero_title')} subtitle={setting('hero_subtitle')} />
          </>
        )}
      </ServerPart>
      <div className="wrap">
        <ServerPart id="today">
          {import.meta.env.SSR && (
            <>
              <FeatureCards />
              <FarmUpdate text={setting('farm_update')} />
            </>
          )}
        </ServerPart>
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
        <ServerPart id="visit">
          {import.meta.env.SSR && <ContactSection setting={setting} newsletter={newsletter} />}
        </ServerPart>
      </div>
      <LazyProduct />
      {children}
    </>
  )
}

const loadProductDialog = () => import('./product-dialog.tsx')

const LazyProductDialog = lazyComponent(() =>
  loadProductDialog().then(({ ProductDialog }) => ProductDialog),
)

function LazyProduct() {
  const id = useProductInAddress()
  const [last, setLast] = useState(id)
  if (id !== null && id !== last) setLast(id)
  useEffect(() => whenIdle(loadProductDialog), [])
  if (last === null) return null
  return (
    <Suspense fallback={<div className="fixed inset-0 z-40 bg-soil/35" />}>
      <LazyProductDialog id={last} isOpen={id !== null} />
    </Suspense>
  )
}
