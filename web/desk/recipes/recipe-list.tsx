import { useState } from 'react'
import { costedLines, costOfOne } from '#contract/recipe-cost.ts'
import type { Recipe } from '#contract/recipe-shapes.ts'
import { includesWords } from '#contract/word-forms.ts'
import { Price } from '#web/ui/price.tsx'
import { CardList, CardRow } from '../shared/card.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { ToolSearch } from '../shared/toolbar.tsx'
import { formatMinutes, formatServings } from './format-recipe.ts'
import { recipeAddress } from './recipe-address.ts'
import type { FollowingFocus } from './use-following-focus.ts'

type RecipeListProps = { recipes: readonly Recipe[]; chosen: number | null; focus: FollowingFocus }

export function RecipeList({ recipes, chosen, focus }: RecipeListProps) {
  const [text, setText] = useState('')
  const shown = recipesWith(recipes, text)
  return (
    <div className="grid gap-4">
      <ToolSearch label="Find a recipe" value={text} onType={setText} />
      {shown.length > 0 ? (
        <CardList aria-label="Recipes" className="overflow-hidden">
          {shown.map((recipe) => (
            <CardRow key={recipe.id}>
              <RecipeLink recipe={recipe} isChosen={recipe.id === chosen} focus={focus} />
            </CardRow>
          ))}
        </CardList>
      ) : (
        <ListEmpty text="No recipes found">
          <p className="text-bark-deep wrap-anywhere">Nothing matches “{text.trim()}”.</p>
        </ListEmpty>
      )}
    </div>
  )
}

type RecipeLinkProps = { recipe: Recipe; isChosen: boolean; focus: FollowingFocus }

function RecipeLink({ recipe, isChosen, focus }: RecipeLinkProps) {
  const { id, name, servings, preparationTime, ingredients } = recipe
  return (
    <a
      href={`#${recipeAddress(id)}`}
      ref={focus.focusTarget(`link ${id}`)}
      aria-current={isChosen || undefined}
      onClick={() => !isChosen && focus.sendFocus(`details ${id}`)}
      className="grid grid-cols-[1fr_auto] gap-x-4 border-l-4 border-transparent px-4 py-3 -outline-offset-4 transition-colors hover:bg-paper aria-[current]:border-leaf aria-[current]:bg-sprout"
    >
      <span className="font-semibold wrap-anywhere">{name}</span>
      <Price
        amount={costOfOne(costedLines(ingredients), servings)}
        className="text-right font-semibold"
      />
      <span className="text-[0.9375rem] text-bark-deep">
        {[formatServings(servings), preparationTime === null ? '' : formatMinutes(preparationTime)]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className="text-right text-[0.9375rem] text-bark-deep">a serving</span>
    </a>
  )
}

function recipesWith(recipes: readonly Recipe[], text: string): readonly Recipe[] {
  return recipes.filter(({ name }) => includesWords(name, text))
}
