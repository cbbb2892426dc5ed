import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { Recipe } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { query } from '#web/api/query.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { ListEmpty, ListFailed, ListLoading } from '../shared/list-states.tsx'
import { AddRecipeDialog } from './add-recipe-dialog.tsx'
import { DeleteRecipeDialog } from './delete-recipe-dialog.tsx'
import { EditRecipeDialog } from './edit-recipe-dialog.tsx'
import { RecipeShelf } from './recipe-section.tsx'

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
