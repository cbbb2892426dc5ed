import { formatDollars } from '#contract/money/money.ts'
import { costedLines, type Scale, totalCost } from '#contract/recipes/recipe-cost.ts'
import { type Ingredient, kindOf, type LineKind, type Recipe } from '#contract/recipes/recipes.ts'
import { capitalized } from '#web/ui/capitalized.ts'

const KINDS: readonly (readonly [label: string, kinds: readonly LineKind[]])[] = [
  ['Ingredients', ['ingredient', 'recipe']],
  ['Labor', ['labor']],
  ['Packaging', ['packaging']],
]

type CostsByKindProps = { ingredients: readonly Ingredient[]; scale: Scale }

export function CostsByKind({ ingredients, scale }: CostsByKindProps) {
  const parts = KINDS.flatMap(([label, kinds]) => {
    const own = ingredients.filter((line) => kinds.includes(kindOf(line)))
    const cost = formatDollars(totalCost(costedLines(own), scale))
    return own.length > 0 ? [`${label} ${cost}`] : []
  })
  if (parts.length < 2) return null
  return (
    <p className="-mt-2 mb-3 text-[0.9375rem] text-bark-deep tabular-nums">{parts.join(' · ')}</p>
  )
}

export function leftOutText(recipe: Recipe, recipes: readonly Recipe[]): string {
  const kinds = kindsIn(recipe, recipes, new Set())
  const leftOut = [
    ...(kinds.has('labor') ? [] : ['labor']),
    ...(kinds.has('packaging') ? [] : ['packaging']),
    'energy',
  ]
  const list = capitalized(leftOut.join(', ').replace(/, (\w+)$/, ' and $1'))
  const counted = leftOut.length === 3 ? 'Only the ingredients are counted. ' : ''
  return `${counted}${list} ${leftOut.length === 1 ? 'is' : 'are'} not included.`
}

function kindsIn(recipe: Recipe, recipes: readonly Recipe[], seen: Set<number>): Set<LineKind> {
  const kinds = new Set(recipe.ingredients.map(kindOf))
  for (const { recipeId } of recipe.ingredients) {
    const used = recipes.find(({ id }) => id === recipeId)
    if (!used || seen.has(used.id)) continue
    seen.add(used.id)
    for (const kind of kindsIn(used, recipes, seen)) kinds.add(kind)
  }
  return kinds
}
