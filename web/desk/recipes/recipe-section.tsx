import type { Recipe } from '#contract/recipe-shapes.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useHash } from '#web/ui/use-hash.ts'
import { RECIPES_ADDRESS, recipeInAddress } from './recipe-address.ts'
import { RecipeDetails } from './recipe-details.tsx'
import { RecipeList } from './recipe-list.tsx'
import { useFollowingFocus } from './use-following-focus.ts'

type RecipeShelfProps = {
  recipes: readonly Recipe[]
  onEdit: (recipe: Recipe) => void
  onDelete: (recipe: Recipe) => void
}

export function RecipeShelf({ recipes, ...actions }: RecipeShelfProps) {
  const chosen = recipeInAddress(useHash())
  const focus = useFollowingFocus()
  const recipe = recipes.find(({ id }) => id === chosen)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[21rem_minmax(0,1fr)]">
      <div className={classNames(chosen !== null && 'max-lg:hidden')}>
        <RecipeList recipes={recipes} chosen={chosen} focus={focus} />
      </div>
      {recipe && <RecipeDetails key={recipe.id} recipe={recipe} focus={focus} {...actions} />}
      {!recipe && chosen !== null && <NoSuchRecipe id={chosen} />}
      {chosen === null && <NothingChosen />}
    </div>
  )
}

const PANEL = 'grid justify-items-center gap-2 rounded-2xl border border-dashed border-bark px-6 py-16 text-center'

function NothingChosen() {
  return (
    <section aria-labelledby="no-recipe" className={classNames(PANEL, 'max-lg:hidden')}>
      <h3 id="no-recipe" className="text-xl">
        Recipe Details
      </h3>
      <p className="text-bark-deep">Choose a recipe to see what goes into it and what it costs.</p>
    </section>
  )
}

function NoSuchRecipe({ id }: { id: number }) {
  return (
    <section role="alert" className={PANEL}>
      <h3 className="text-xl">There is no recipe #{id}.</h3>
      <p className="text-bark-deep">It may have been deleted.</p>
      <a
        href={`#${RECIPES_ADDRESS}`}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        All recipes
      </a>
    </section>
  )
}
