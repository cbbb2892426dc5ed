import { useQuery } from '@tanstack/react-query'
import type { Recipe } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { query } from '#web/api/query.ts'
import { classNames } from '#web/ui/class-names.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import type { QuestionProps } from '../shared/change-question.tsx'
import { later } from '../shared/later.tsx'
import { ListEmpty, ListLoading, PANEL } from '../shared/list-states.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { type TaskAt, TaskTab } from '../shared/task-tab.tsx'
import { AddRecipeDialog } from './add-recipe-dialog.tsx'
import {
  MARGINS_ADDRESS,
  RECIPES_ADDRESS,
  recipeAddress,
  recipeInAddress,
} from './recipe-address.ts'
import { RecipeDetails } from './recipe-details.tsx'
import { DeleteRecipeDialog, EditRecipeDialog } from './recipe-dialog.tsx'
import { RecipeList } from './recipe-list.tsx'
import { partIn, RecipeParts } from './recipe-parts.tsx'
import { useFollowingFocus } from './use-following-focus.ts'

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
