import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { includesWords } from '#contract/chat/word-forms.ts'
import { costedLines, costOfOne } from '#contract/recipes/recipe-cost.ts'
import type { Recipe } from '#contract/recipes/recipe-shapes.ts'
import { recipes } from '#contract/recipes/recipes.ts'
import { query } from '#web/api/query.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Price } from '#web/ui/price.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { CardList, CardRow } from '../shared/card.tsx'
import type { QuestionProps } from '../shared/change-question.tsx'
import { later } from '../shared/later.tsx'
import { ListEmpty, ListLoading, PANEL } from '../shared/list-states.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { type TaskAt, TaskTab } from '../shared/task-tab.tsx'
import { ToolSearch } from '../shared/toolbar.tsx'
import { formatMinutes, formatServings } from './format-recipe.ts'
import { RecipeDetails } from './recipe-details.tsx'
import { AddRecipeDialog, DeleteRecipeDialog, EditRecipeDialog } from './recipe-dialog.tsx'
import {
  MARGINS_ADDRESS,
  PRICES_ADDRESS,
  RECIPES_ADDRESS,
  recipeAddress,
  recipeInAddress,
} from './shop-kitchen.ts'
import { type FollowingFocus, useFollowingFocus } from './use-following-focus.ts'

type Task = { kind: 'add' } | { kind: 'edit' | 'delete'; recipe: Recipe }

type RecipeActions = { onEdit: (recipe: Recipe) => void; onDelete: (recipe: Recipe) => void }

export function RecipesTab() {
  return (
    <TaskTab<Task>
      title="Recipe Manager"
      addLabel="Add Recipe"
      base={RECIPES_ADDRESS}
      taskAt={useTaskAt()}
      dialogOf={dialogOf}
    >
      {(begin) => (
        <>
          <RecipeParts />
          <Part
            onEdit={({ id }) => begin(`${id}/edit`)}
            onDelete={({ id }) => begin(`${id}/delete`)}
          />
        </>
      )}
    </TaskTab>
  )
}

/** `new`, `7/edit` and `7/delete`; `7` alone shows the recipe. */
function useTaskAt() {
  const { data: list } = useQuery(query(recipes.list))
  return (path: string): TaskAt<Task> => {
    if (path === 'new') return { task: { kind: 'add' } }
    const [, id, kind] = /^([1-9]\d{0,9})\/(edit|delete)$/.exec(path) ?? []
    if (id === undefined) return null
    if (!list) return 'loading'
    const recipe = list.find((one) => String(one.id) === id)
    if (!recipe) return 'gone'
    return {
      task: { kind: kind === 'edit' ? 'edit' : 'delete', recipe },
      parent: recipeAddress(recipe.id),
    }
  }
}

function dialogOf(task: Task, { focusElse, ...dialog }: QuestionProps) {
  if (task.kind === 'add') return <AddRecipeDialog {...dialog} />
  if (task.kind === 'edit') return <EditRecipeDialog recipe={task.recipe} {...dialog} />
  return <DeleteRecipeDialog recipe={task.recipe} focusElse={focusElse} {...dialog} />
}

const MarginView = later(() => import('./margin-view.tsx').then((part) => part.MarginView))
const PriceListView = later(() =>
  import('./price-list-view.tsx').then((part) => part.PriceListView),
)

function Part(actions: RecipeActions) {
  const part = partIn(useHash())
  if (part === RECIPES_ADDRESS) return <Recipes {...actions} />
  const meanwhile = <ListLoading text="One moment…" />
  if (part === MARGINS_ADDRESS) return <MarginView meanwhile={meanwhile} />
  return <PriceListView meanwhile={meanwhile} />
}

function Recipes(actions: RecipeActions) {
  return (
    <QueryStates
      loading="Loading recipes..."
      failed="The recipes could not be loaded."
      query={useQuery(query(recipes.list))}
    >
      {(list) =>
        list.length > 0 ? (
          <ListAndDetails recipes={list} {...actions} />
        ) : (
          <ListEmpty text="No recipes found">
            <p className="text-bark-deep">Add the first one to see what a batch costs you.</p>
          </ListEmpty>
        )
      }
    </QueryStates>
  )
}

type ListAndDetailsProps = RecipeActions & { recipes: readonly Recipe[] }

function ListAndDetails({ recipes, ...actions }: ListAndDetailsProps) {
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

const DETAILS = classNames(PANEL, 'border-dashed border-bark py-16')

function NothingChosen() {
  return (
    <section aria-labelledby="no-recipe" className={classNames(DETAILS, 'max-lg:hidden')}>
      <h3 id="no-recipe" className="text-xl">
        Recipe Details
      </h3>
      <p className="text-bark-deep">Choose a recipe to see what goes into it and what it costs.</p>
    </section>
  )
}

function NoSuchRecipe({ id }: { id: number }) {
  return (
    <section role="alert" className={DETAILS}>
      <h3 className="text-xl">There is no recipe #{id}.</h3>
      <p className="text-bark-deep">It may have been deleted.</p>
      <TextLink href={`#${RECIPES_ADDRESS}`}>All recipes</TextLink>
    </section>
  )
}

const PARTS = [
  [RECIPES_ADDRESS, 'Recipes'],
  [MARGINS_ADDRESS, 'Margins'],
  [PRICES_ADDRESS, 'Price list'],
] as const

/** Which part of the recipes an address is of: the recipes themselves unless it says another. */
function partIn(hash: string): (typeof PARTS)[number][0] {
  const part = PARTS.slice(1).find(([address]) => `${hash}/`.startsWith(`${address}/`))
  return part ? part[0] : RECIPES_ADDRESS
}

function RecipeParts() {
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

type RecipeListProps = { recipes: readonly Recipe[]; chosen: number | null; focus: FollowingFocus }

function RecipeList({ recipes, chosen, focus }: RecipeListProps) {
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
