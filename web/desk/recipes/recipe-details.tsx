import { ArrowLeft, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { costedLines, costOfOne, totalCost } from '#contract/recipes/recipe-cost.ts'
import type { Recipe } from '#contract/recipes/recipe-shapes.ts'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/ui/price.tsx'
import { Card } from '../shared/card.tsx'
import { History } from '../shared/history.tsx'
import { formatMinutes, RECIPE_HISTORY } from './format-recipe.ts'
import { Ingredients } from './ingredients.tsx'
import { ProductMargin } from './product-margin.tsx'
import { RECIPES_ADDRESS } from './shop-kitchen.ts'
import type { FollowingFocus } from './use-following-focus.ts'

type RecipeDetailsProps = {
  recipe: Recipe
  focus: FollowingFocus
  onEdit: (recipe: Recipe) => void
  onDelete: (recipe: Recipe) => void
}

export function RecipeDetails({ recipe, focus, onEdit, onDelete }: RecipeDetailsProps) {
  const heading = useId()
  return (
    <Card aria-labelledby={heading}>
      <a
        href={`#${RECIPES_ADDRESS}`}
        onClick={() => focus.sendFocus(`link ${recipe.id}`)}
        className="-mt-2 mb-1 inline-flex min-h-11 items-center gap-2 font-semibold text-leaf lg:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        All recipes
      </a>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3
          id={heading}
          className="font-sans text-[0.9375rem] font-semibold tracking-normal text-bark-deep"
        >
          Recipe Details
        </h3>
        <div className="flex gap-2">
          <Button variant="quiet" size="sm" onClick={() => onEdit(recipe)}>
            <Pencil aria-hidden="true" className="size-4" />
            Edit
          </Button>
          <Button variant="quiet" size="sm" className="text-beet" onClick={() => onDelete(recipe)}>
            <Trash2 aria-hidden="true" className="size-4" />
            Delete
          </Button>
        </div>
      </div>
      <h4
        ref={focus.focusTarget(`details ${recipe.id}`)}
        tabIndex={-1}
        className="mt-1 text-2xl outline-none wrap-anywhere sm:text-3xl"
      >
        {recipe.name}
      </h4>
      {recipe.description && (
        <p className="mt-2 text-soil-soft whitespace-pre-line wrap-anywhere">
          {recipe.description}
        </p>
      )}
      <Facts recipe={recipe} />
      <Ingredients recipe={recipe} />
      <Instructions text={recipe.instructions} />
      <ProductMargin recipe={recipe} />
      <div className="mt-8">
        <History key={recipe.id} subject="recipe" id={recipe.id} labels={RECIPE_HISTORY} />
      </div>
    </Card>
  )
}

function Facts({ recipe }: { recipe: Recipe }) {
  const lines = costedLines(recipe.ingredients)
  return (
    <dl className="mt-5 grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-straw bg-straw sm:grid-cols-4">
      <Fact name="Servings">{recipe.servings.toLocaleString('en-US')}</Fact>
      <Fact name="Prep time">
        {recipe.preparationTime === null ? 'Not set' : formatMinutes(recipe.preparationTime)}
      </Fact>
      <Fact name="Total cost">
        <Price amount={totalCost(lines)} />
      </Fact>
      <Fact name="Cost per serving">
        <Price amount={costOfOne(lines, recipe.servings)} />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="bg-paper px-4 py-3">
      <dt className="text-[0.9375rem] text-bark-deep">{name}</dt>
      <dd className="font-serif text-xl font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

function Instructions({ text }: { text: string }) {
  return (
    <div className="mt-8">
      <h5 className="font-serif text-xl font-semibold">Instructions</h5>
      <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">
        {text || <span className="text-bark-deep">None yet. Choose Edit to add them.</span>}
      </p>
    </div>
  )
}
