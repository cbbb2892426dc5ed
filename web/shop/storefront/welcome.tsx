import { Lock, type LucideIcon, MessageCircle, Sprout, Sun } from 'lucide-react'
import { PUBLIC_SETTING_VALUES } from '#contract/public-settings.ts'
import { buttonLook } from '#web/ui/button.tsx'

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

export function FeatureCards() {
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
export function FarmUpdate({ text }: { text: string }) {
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

export function Hero({ title, subtitle }: { title: string; subtitle: string }) {
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
