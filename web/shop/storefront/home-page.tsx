import { Lock, type LucideIcon, MessageCircle, Sprout, Sun } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { PUBLIC_SETTING_VALUES } from '#contract/public-settings.ts'
import { useSettings } from '#web/api/shop-queries.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'
import { ContactSection } from './contact-section.tsx'
import { useProductInAddress } from './product-address.ts'
import { ProductSkeletons } from './product-grid.tsx'
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
      <LazyProduct />
      {helper}
    </>
  )
}

const FEATURES: { title: string; text: string; Icon: LucideIcon }[] = [
  {
    title: 'Real-time support',
    text: 'Stock and prices here are up to the minute.',
    Icon: MessageCircle,
  },
  {
    title: 'Secure payments',
    text: 'Your card goes straight to our payment provider.',
    Icon: Lock,
  },
  { title: 'Farm fresh', text: 'Picked the day before you pick it up.', Icon: Sprout },
]

function FeatureCards() {
  return (
    <ul className="relative z-2 -mt-8 grid gap-2.5 sm:-mt-12 md:grid-cols-3 md:gap-4.5">
      {FEATURES.map(({ title, text, Icon }) => (
        <li
          key={title}
          className="flex gap-3.5 rounded-2xl border border-straw bg-card p-4 md:p-5.5"
        >
          <Icon aria-hidden="true" strokeWidth={1.8} className="size-7 shrink-0 text-leaf" />
          <div>
            <h2 className="text-[1.1875rem]">{title}</h2>
            <p className="mt-0.5 text-bark-deep">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The banner with its fixed title (specification, section 2), and the farmer's sentence or one that is always true. */
function FarmUpdate({ text }: { text: string }) {
  return (
    <section
      aria-labelledby="update-title"
      className="mt-6 flex items-center gap-4.5 rounded-2xl bg-yolk-pale px-5 py-4.5 sm:mt-8 sm:px-6"
    >
      <Sun aria-hidden="true" strokeWidth={1.8} className="size-8 shrink-0 text-yolk-deep" />
      <div>
        <h2 id="update-title" className="text-[1.375rem]">
          Today's Farm Update
        </h2>
        <p className="mt-0.5">{text || PUBLIC_SETTING_VALUES.farm_update}</p>
      </div>
    </section>
  )
}

function Hero({ title, subtitle }: { title: string; subtitle: string }) {
  return (
    <section
      aria-labelledby="hero-title"
      className="relative overflow-hidden bg-linear-to-b from-sky to-[#f7efdc] to-62%"
    >
      <div className="wrap relative z-1 pt-11 pb-52 sm:pt-18 sm:pb-60">
        <h1
          id="hero-title"
          className="max-w-[13ch] text-[clamp(2.5rem,5.6vw,4.5rem)] leading-[1.08] wrap-break-word"
        >
          {title || PUBLIC_SETTING_VALUES.hero_title}
        </h1>
        <p className="mt-4 mb-7 max-w-[40ch] text-lg text-soil-soft sm:text-xl">{subtitle}</p>
        <a href="#products" className={buttonLook({ size: 'lg' })}>
          Shop products
        </a>
      </div>
      <Hills />
    </section>
  )
}

/** The Black Hills behind the farm. They come with the styles, so that the first thing seen waits for no picture. */
function Hills() {
  return (
    <div
      aria-hidden="true"
      className="hills absolute inset-x-0 bottom-0 h-[max(12.5rem,20.9vw)] sm:h-[max(18.75rem,20.9vw)]"
    />
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
