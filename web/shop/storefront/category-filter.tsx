import { STOREFRONT_CATEGORIES, type StorefrontCategory } from '#contract/categories.ts'
import { classNames } from '#web/ui/class-names.ts'

const CHIP =
  'min-h-11 cursor-pointer rounded-full border-[1.5px] px-4.5 font-semibold whitespace-nowrap first-letter:uppercase transition-colors duration-150'

type CategoryFilterProps = {
  chosen: StorefrontCategory
  onChoose: (category: StorefrontCategory) => void
}

export function CategoryFilter({ chosen, onChoose }: CategoryFilterProps) {
  return (
    <fieldset className="mb-6 flex flex-wrap gap-2">
      <legend className="sr-only">Show</legend>
      {STOREFRONT_CATEGORIES.map((category) => (
        <button
          key={category}
          type="button"
          aria-pressed={category === chosen}
          onClick={() => onChoose(category)}
          className={classNames(
            CHIP,
            category === chosen
              ? 'border-soil bg-soil text-paper'
              : 'border-straw bg-card hover:border-bark',
          )}
        >
          {category}
        </button>
      ))}
    </fieldset>
  )
}
