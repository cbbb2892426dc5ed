import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { Recipe } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { query } from '#web/api/query.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useHash } from '#web/ui/use-hash.ts'
import { ListEmpty, ListFailed, ListLoading } from '../shared/list-states.tsx'
import { AddRecipeDialog } from './add-recipe-dialog.tsx'
import { RECIPES_ADDRESS, recipeInAddress } from './recipe-address.ts'
import { RecipeDetails } from './recipe-details.tsx'
import { DeleteRecipeDialog, EditRecipeDialog } from './recipe-dialog.tsx'
import { RecipeList } from './recipe-list.tsx'
import { useFollowingFocus } from './use-following-focus.ts'

type Task = { kind: 'add' } | { kind: 'edit' | 'delete'; recipe: Recipe }

export function RecipesTab() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [task, setTask] = useState<Task>()
  const [opened, setOpened] = useState({ count: 0, isOpen: false })
  const begin = (next: Task) => {
    setTask(next)
    setOpened(({ count }) => ({ count: count + 1, isOpen: true }))
  }
  const dialog = { open: opened.isOpen, onClose: () => setOpened(({ count }) => ({ count, isOpen: false })) }
  return (
    <>
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
          Recipe Manager
        </h2>
        <Button onClick={() => begin({ kind: 'add' })} className="pl-4">
          <Plus aria-hidden="true" className="size-5" />
          Add Recipe
        </Button>
      </div>
      <RecipeStates
        onEdit={(recipe) => begin({ kind: 'edit', recipe })}
        onDelete={(recipe) => begin({ kind: 'delete', recipe })}
      />
      {task && <TaskDialog key={opened.count} task={task} focusElse={heading} {...dialog} />}
    </>
  )
}

type TaskDialogProps = { task: Task; open: boolean; onClose: () => void; focusElse: RefObject<HTMLElement | null> }

function TaskDialog({ task, focusElse, ...dialog }: TaskDialogProps) {
  if (task.kind === 'add') return <AddRecipeDialog {...dialog} />
  if (task.kind === 'edit') return <EditRecipeDialog recipe={task.recipe} {...dialog} />
  return <DeleteRecipeDialog recipe={task.recipe} focusElse={focusElse} {...dialog} />
}

type RecipeActions = { onEdit: (recipe: Recipe) => void; onDelete: (recipe: Recipe) => void }

function RecipeStates(actions: RecipeActions) {
  const { data, isFetching, error, refetch } = useQuery(query(recipes.list))
  if (data && data.length > 0) return <RecipeShelf recipes={data} {...actions} />
  if (data) {
    return (
      <ListEmpty text="No recipes found">
        <p className="text-bark-deep">Add the first one to see what a batch costs you.</p>
      </ListEmpty>
    )
  }
  if (!error) return <ListLoading text="Loading recipes..." />
  return (
    <ListFailed
      text="The recipes could not be loaded."
      sentence={sentenceOf(error)}
      isTrying={isFetching}
      onTryAgain={() => void refetch()}
    />
  )
}

type RecipeShelfProps = {
  recipes: readonly Recipe[]
  onEdit: (recipe: Recipe) => void
  onDelete: (recipe: Recipe) => void
}

function RecipeShelf({ recipes, ...actions }: RecipeShelfProps) {
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
