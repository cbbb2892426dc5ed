import { Sun } from 'lucide-react'
import { PUBLIC_SETTING_VALUES } from '#contract/public-settings.ts'

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
