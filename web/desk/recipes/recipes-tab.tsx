import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { includesWords } from '#contract/chat/word-forms.ts'
import { costedLines, costOfOne, totalCost } from '#contract/recipes/recipe-cost.ts'
import { type Recipe, recipes } from '#contract/recipes/recipes.ts'
import { query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Price } from '#web/ui/price.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import {
  Card,
  CardList,
  CardRow,
  ListEmpty,
  ListLoading,
  PANEL,
  QueryStates,
} from '../shared/card.tsx'
import { openDialog } from '../shared/dialog-at.tsx'
import { Fact } from '../shared/facts.tsx'
import { History } from '../shared/history.tsx'
import { later } from '../shared/lazy-part.tsx'
import { type TaskAt, TaskTab } from '../shared/task-dialog.tsx'
import { ViewLinks } from '../shared/view-links.tsx'
import { formatMinutes, formatServings, RECIPE_HISTORY } from './format-recipe.ts'
import {
  MARGINS_ADDRESS,
  PRICES_ADDRESS,
  RECIPES_ADDRESS,
  recipeAddress,
  recipeInAddress,
} from './ingredient-draft.ts'
import { Ingredients } from './ingredients.tsx'
import { ProductMargin } from './product-margin.tsx'
import { AddRecipeDialog, DeleteRecipeDialog, EditRecipeDialog } from './recipe-dialog.tsx'
import { type FollowingFocus, useFollowingFocus } from './use-following-focus.ts'

export function RecipesTab() {
  const part = partIn(useHash())
  return (
    <TaskTab
      title="Recipe Manager"
      addLabel="Add Recipe"
      base={RECIPES_ADDRESS}
      taskAt={useTaskAt()}
    >
      <ViewLinks label="Recipes, margins and prices" views={PARTS} here={part} />
      <Part part={part} />
    </TaskTab>
  )
}

function useTaskAt() {
  const { data: list } = useQuery(query(recipes.list))
  return (path: string): TaskAt => {
    if (path === 'new') return { dialogOf: (dialog) => <AddRecipeDialog {...dialog} /> }
    const [, id, kind] = /^([1-9]\d{0,9})\/(edit|delete)$/.exec(path) ?? []
    if (id === undefined) return null
    if (!list) return 'loading'
    const recipe = list.find((one) => String(one.id) === id)
    if (!recipe) return 'gone'
    const Task = kind === 'edit' ? EditRecipeDialog : DeleteRecipeDialog
    return {
      dialogOf: (dialog) => <Task recipe={recipe} {...dialog} />,
      parent: recipeAddress(recipe.id),
    }
  }
}

const MarginView = later(() => import('./margin-view.tsx').then((part) => part.MarginView))
const PriceListView = later(() =>
  import('./price-list-view.tsx').then((part) => part.PriceListView),
)

function Part({ part }: { part: ReturnType<typeof partIn> }) {
  if (part === RECIPES_ADDRESS) return <Recipes />
  const loading = <ListLoading text="One moment…" />
  if (part === MARGINS_ADDRESS) return <MarginView fallback={loading} />
  return <PriceListView fallback={loading} />
}

function Recipes() {
  return (
    <QueryStates
      loading="Loading recipes..."
      failed="The recipes could not be loaded."
      query={useQuery(query(recipes.list))}
    >
      {(list) =>
        list.length > 0 ? (
          <ListAndDetails recipes={list} />
        ) : (
          <ListEmpty
            text="No recipes found"
            hint="Add the first one to see what a batch costs you."
          />
        )
      }
    </QueryStates>
  )
}

function ListAndDetails({ recipes }: { recipes: readonly Recipe[] }) {
  const chosen = recipeInAddress(useHash())
  const focus = useFollowingFocus()
  const recipe = recipes.find(({ id }) => id === chosen)
  return (
    <div className="grid grid-cols-1 items-start gap-6 @min-[54rem]:grid-cols-[21rem_minmax(0,1fr)]">
      <div className={classNames(chosen !== null && 'max-lg:hidden')}>
        <RecipeList recipes={recipes} chosen={chosen} focus={focus} />
      </div>
      {recipe && <RecipeDetails key={recipe.id} recipe={recipe} focus={focus} />}
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

function partIn(hash: string): (typeof PARTS)[number][0] {
  const part = PARTS.slice(1).find(([address]) => `${hash}/`.startsWith(`${address}/`))
  return part ? part[0] : RECIPES_ADDRESS
}

type RecipeListProps = { recipes: readonly Recipe[]; chosen: number | null; focus: FollowingFocus }

function RecipeList({ recipes, chosen, focus }: RecipeListProps) {
  const [text, setText] = useState('')
  const shown = recipes.filter(({ name }) => includesWords(name, text))
  return (
    <div className="grid gap-4">
      <SearchField label="Find a recipe" value={text} onType={setText} />
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

function RecipeDetails({ recipe, focus }: { recipe: Recipe; focus: FollowingFocus }) {
  const heading = useId()
  const open = (task: string) => openDialog(`${recipeAddress(recipe.id)}/${task}`)
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
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" size="sm" onClick={() => open('edit')}>
            <Pencil aria-hidden="true" className="size-4" />
            Edit
          </Button>
          <Button variant="quiet" size="sm" className="text-beet" onClick={() => open('delete')}>
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
      <RecipeFacts recipe={recipe} />
      <Ingredients recipe={recipe} />
      <div className="mt-8">
        <h5 className="font-serif text-xl font-semibold">Instructions</h5>
        <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">
          {recipe.instructions || (
            <span className="text-bark-deep">None yet. Choose Edit to add them.</span>
          )}
        </p>
      </div>
      <ProductMargin recipe={recipe} />
      <div className="mt-8">
        <History key={recipe.id} subject="recipe" id={recipe.id} labels={RECIPE_HISTORY} />
      </div>
    </Card>
  )
}

function RecipeFacts({ recipe }: { recipe: Recipe }) {
  const lines = costedLines(recipe.ingredients)
  return (
    <dl className="mt-5 grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-straw bg-straw sm:grid-cols-4 [&>div]:bg-paper [&>div]:px-4 [&>div]:py-3">
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
