import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { type IngredientPrice, ingredientPrices } from '#contract/recipes/ingredient-prices.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { CardList, CardRow, RowText } from '../shared/card.tsx'
import type { QuestionProps } from '../shared/change-question.tsx'
import { openDialog } from '../shared/dialog-at.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { RowButtons } from '../shared/table.tsx'
import { type TaskAt, TaskDialog } from '../shared/task-tab.tsx'
import { formatPackage } from './format-recipe.ts'
import { DeletePriceDialog, PriceDialog } from './price-dialog.tsx'
import { PRICES_ADDRESS, useShopKitchen } from './shop-kitchen.ts'

type Task = { kind: 'add' } | { kind: 'edit' | 'delete'; price: IngredientPrice }

export function PriceListView() {
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQuery(query(ingredientPrices.list))
  const taskAt = (path: string): TaskAt<Task> => {
    if (path === 'new') return { task: { kind: 'add' } }
    const [, id, kind] = /^([1-9]\d{0,9})\/(edit|delete)$/.exec(path) ?? []
    if (id === undefined) return null
    if (!list.data) return 'loading'
    const price = list.data.find((one) => String(one.id) === id)
    return price ? { task: { kind: kind === 'edit' ? 'edit' : 'delete', price } } : 'gone'
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h3 ref={heading} tabIndex={-1} className="text-xl outline-none">
          Price list
        </h3>
        <Button variant="quiet" size="sm" onClick={() => openDialog(`${PRICES_ADDRESS}/new`)}>
          <Plus aria-hidden="true" className="size-4.5" />
          Add price
        </Button>
      </div>
      <QueryStates
        loading="Loading prices…"
        failed="The price list could not be loaded."
        query={list}
      >
        {(prices) => <Prices prices={prices} />}
      </QueryStates>
      <TaskDialog<Task>
        base={PRICES_ADDRESS}
        taskAt={taskAt}
        dialogOf={dialogOf}
        heading={heading}
      />
    </>
  )
}

function dialogOf(task: Task, { focusElse, ...dialog }: QuestionProps) {
  if (task.kind === 'add') return <PriceDialog price={null} {...dialog} />
  if (task.kind === 'edit') return <PriceDialog price={task.price} {...dialog} />
  return <DeletePriceDialog price={task.price} focusElse={focusElse} {...dialog} />
}

function Prices({ prices }: { prices: readonly IngredientPrice[] }) {
  const { recipes } = useShopKitchen()
  if (prices.length === 0)
    return (
      <ListEmpty text="No prices yet">
        <p className="text-bark-deep">
          Say once what a package costs, and every recipe follows: 25 lb for $18.40.
        </p>
      </ListEmpty>
    )
  const usesOf = (id: number) =>
    recipes.filter(({ ingredients }) => ingredients.some(({ priceId }) => priceId === id)).length
  return (
    <CardList aria-label="Price list">
      {prices.map((price) => (
        <CardRow key={price.id} className="flex items-center gap-3 px-4 py-2">
          <RowText
            title={price.name}
            note={`${formatPackage(price)} · ${formatUses(usesOf(price.id))}`}
          />
          <RowButtons
            name={price.name}
            onEdit={() => openDialog(`${PRICES_ADDRESS}/${price.id}/edit`)}
            onDelete={() => openDialog(`${PRICES_ADDRESS}/${price.id}/delete`)}
          />
        </CardRow>
      ))}
    </CardList>
  )
}

function formatUses(uses: number): string {
  if (uses === 0) return 'in no recipe'
  return uses === 1 ? 'in 1 recipe' : `in ${uses} recipes`
}
