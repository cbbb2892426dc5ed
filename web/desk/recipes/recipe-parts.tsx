import { useHash } from '#web/ui/use-hash.ts'
import { MARGINS_ADDRESS, PRICES_ADDRESS, RECIPES_ADDRESS } from './recipe-address.ts'

const PARTS = [
  [RECIPES_ADDRESS, 'Recipes'],
  [MARGINS_ADDRESS, 'Margins'],
  [PRICES_ADDRESS, 'Price list'],
] as const

/** Which part of the recipes an address is of: the recipes themselves unless it says another. */
export function partIn(hash: string): (typeof PARTS)[number][0] {
  const part = PARTS.slice(1).find(([address]) => `${hash}/`.startsWith(`${address}/`))
  return part ? part[0] : RECIPES_ADDRESS
}

export function RecipeParts() {
  const here = partIn(useHash())
  return (
    <nav aria-label="Recipes, margins and prices" className="mb-4 flex flex-wrap gap-2">
      {PARTS.map(([address, label]) => (
        <a
          key={address}
          href={`#${address}`}
          aria-current={address === here ? 'page' : undefined}
          className="inline-flex min-h-11 items-center rounded-4xl border-[1.5px] border-straw bg-card px-4 font-semibold hover:border-bark aria-[current]:border-leaf aria-[current]:bg-sprout aria-[current]:text-leaf-deep"
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
