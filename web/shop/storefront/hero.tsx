import { PUBLIC_SETTING_VALUES } from '#contract/public-settings.ts'
import { buttonLook } from '#web/ui/button.tsx'

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
