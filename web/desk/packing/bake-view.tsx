import { packing } from '#contract/packing/packing.ts'
import type { BakeList } from '#contract/packing/packing-lists.ts'
import { toThousandths } from '#contract/products/quantity.ts'
import { formatKitchenAmount } from '#contract/recipes/kitchen-amounts.ts'
import { query } from '#web/api/query.ts'
import { Card } from '../shared/card.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { dayList } from './day-list.tsx'
import type { ListRequest } from './list-address.ts'
import { ListSheet } from './list-sheet.tsx'
import { ListTools } from './list-tools.tsx'

export const BakeView = dayList({
  name: 'bake list',
  part: 'recipes',
  Shown: Bake,
  ask: (request) => query(packing.bake.show, request),
  empty: 'Nothing that was ordered has a recipe.',
  hint: 'A recipe says which product it makes, under Recipes.',
})

function Bake({ list, request }: { list: BakeList; request: ListRequest }) {
  const { print, sheet } = usePrintSheet()
  const onPaper = (
    <ListSheet title="Bake list" day={request.params.day} places={list.places}>
      {list.recipes.map((recipe) => (
        <RecipePart key={recipe.recipeId} recipe={recipe} />
      ))}
      <Total list={list} />
    </ListSheet>
  )
  return (
    <>
      <ListTools
        text={list.recipes.length === 1 ? '1 recipe' : `${list.recipes.length} recipes`}
        file={packing.bake.export}
        request={request}
        onPrint={() => print('sheet', onPaper)}
      />
      <div className="grid items-start gap-3 lg:grid-cols-2">
        {list.recipes.map((recipe) => (
          <Card key={recipe.recipeId}>
            <RecipePart recipe={recipe} />
          </Card>
        ))}
        <Card>
          <Total list={list} />
        </Card>
      </div>
      {sheet}
    </>
  )
}

function RecipePart({ recipe }: { recipe: BakeList['recipes'][number] }) {
  const { batches, others } = recipe
  return (
    <section className="print-slip">
      <h3 className="text-xl wrap-anywhere">
        {recipe.name}: {batches === 1 ? '1 batch' : `${batches} batches`}
      </h3>
      <p className="mb-2 text-bark-deep wrap-anywhere">
        {recipe.need} × {recipe.productName} ordered; a batch makes {recipe.unitsPerBatch}
        {others.length > 0 && `. ${others.join(', ')} could make it, too`}
      </p>
      <Amounts amounts={recipe.ingredients} />
    </section>
  )
}

function Total({ list }: { list: BakeList }) {
  return (
    <section className="print-slip">
      <h3 className="mb-2 text-xl">All together</h3>
      <Amounts amounts={list.ingredients} />
    </section>
  )
}

function Amounts({ amounts }: { amounts: BakeList['ingredients'] }) {
  return (
    <ul>
      {amounts.map(({ name, unit, quantity }) => (
        <li key={`${name} ${unit}`} className="flex justify-between gap-3 py-1">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <strong className="whitespace-nowrap">
            {formatKitchenAmount(toThousandths(quantity), unit)}
          </strong>
        </li>
      ))}
    </ul>
  )
}
