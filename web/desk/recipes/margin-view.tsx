import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { formatDollars, toCents } from '#contract/money/money.ts'
import type { Product } from '#contract/products/products.ts'
import { ingredientPrices } from '#contract/recipes/ingredient-prices.ts'
import {
  isBelow,
  type MarginTable,
  marginTable,
  type PricedProduct,
  type ProductMargin,
} from '#contract/recipes/margins.ts'
import { recipes } from '#contract/recipes/recipes.ts'
import { wrongInTargetMargin } from '#contract/settings/setting-table.ts'
import { plainNumber } from '#contract/text/typed-numbers.ts'
import { query } from '#web/api/call.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Price } from '#web/ui/price.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { deskProductsQuery } from '../products/products-query.ts'
import { useSaveSetting } from '../settings/settings-query.ts'
import { CardList, CardRow, ListEmpty, QueryStates } from '../shared/card.tsx'
import { useDraft, useDraftBook } from '../shared/dialog-at.tsx'
import { useSetting } from '../shared/use-setting.ts'
import { formatPermille } from './format-recipe.ts'
import { recipeAddress } from './ingredient-draft.ts'

export function MarginView() {
  const goods = useQuery(deskProductsQuery)
  const list = useQuery(query(recipes.list))
  return (
    <QueryStates
      loading="Loading products..."
      failed="The products could not be loaded."
      query={goods}
    >
      {(products) => (
        <QueryStates
          loading="Loading recipes..."
          failed="The recipes could not be loaded."
          query={list}
        >
          {(known) => <MarginTables {...marginTable(products.map(inCents), known)} />}
        </QueryStates>
      )}
    </QueryStates>
  )
}

const inCents = ({ id, name, price }: Product) => ({ id, name, price: toCents(price) })

function MarginTables({ rows, withoutRecipe }: MarginTable) {
  // In whole percent.
  const target = Number(useSetting(KEY))
  const below = rows.filter((row) => isBelow(row, target)).length
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <TargetMargin key={target} target={target} />
        <a
          href={ingredientPrices.exportMargins.path}
          download
          className={buttonLook({ variant: 'quiet', size: 'sm' })}
        >
          <FileDown aria-hidden="true" className="size-5" />
          Save as CSV
        </a>
      </div>
      {rows.length === 0 && (
        <ListEmpty
          text="No product has a recipe yet"
          hint="A recipe says which product it makes, under its costs."
        />
      )}
      {rows.length > 0 && (
        <>
          <p role="status" className="font-semibold">
            {below === 0
              ? `Every product leaves at least ${target}%.`
              : `${below} of ${rows.length} leave less than ${target}%.`}
          </p>
          <CardList aria-label="Margins, the lowest first">
            {rows.map((row) => (
              <MarginRow key={`${row.product.id} ${row.recipe.id}`} row={row} target={target} />
            ))}
          </CardList>
        </>
      )}
      <WithoutRecipe products={withoutRecipe} />
    </div>
  )
}

function MarginRow({ row, target }: { row: ProductMargin; target: number }) {
  const { product, recipe, cost, amount, permille } = row
  const isLow = isBelow(row, target)
  return (
    <CardRow className="grid grid-cols-[1fr_auto] gap-x-4 px-4 py-3 sm:grid-cols-[1fr_7rem_7rem_9rem]">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{product.name}</p>
        <TextLink href={`#${recipeAddress(recipe.id)}`}>{recipe.name}</TextLink>
      </div>
      <p className="text-right sm:order-last">
        <strong
          className={classNames('text-lg tabular-nums', isLow ? 'text-beet' : 'text-leaf-deep')}
        >
          {formatPermille(permille)}
        </strong>
        <span className="block text-[0.9375rem] text-bark-deep tabular-nums">
          {formatDollars(amount).replace('-', '−')} profit
        </span>
        {isLow && (
          <span className="block text-[0.9375rem] font-semibold text-beet">Below {target}%</span>
        )}
      </p>
      <p className="text-[0.9375rem] text-bark-deep max-sm:col-span-2 sm:text-right">
        <span className="sm:block">Costs</span> <Price amount={cost} className="text-soil" />
        <span className="sm:hidden">
          {' '}
          · sells at <Price amount={product.price} className="text-soil" />
        </span>
      </p>
      <p className="text-right text-[0.9375rem] text-bark-deep max-sm:hidden">
        <span className="block">Sells at</span>{' '}
        <Price amount={product.price} className="text-soil" />
      </p>
    </CardRow>
  )
}

function WithoutRecipe({ products }: { products: readonly PricedProduct[] }) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby="without-recipe">
      <h3 id="without-recipe" className="mt-4 mb-2 text-xl">
        Without a recipe
      </h3>
      <CardList>
        {products.map(({ id, name, price }) => (
          <CardRow key={id} className="flex justify-between gap-4 px-4 py-2.5">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <Price amount={price} />
          </CardRow>
        ))}
      </CardList>
    </section>
  )
}

const KEY = 'wished_margin'

function TargetMargin({ target: initial }: { target: number }) {
  const book = useDraftBook('recipes/margins', 'own')
  const [typed, setTyped] = useDraft('target', String(initial), book)
  const save = useSaveSetting(KEY, book.forget)
  const wanted = plainNumber(typed) ?? typed
  const wrong = wrongInTargetMargin(wanted)
  const submit = () => wrong || save.isPending || save.mutate({ value: wanted })
  return (
    <Form onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <TextField
        label="Target margin, in %"
        required
        inputMode="numeric"
        className="max-w-56"
        value={typed}
        error={typed === String(initial) ? undefined : (wrong ?? undefined)}
        onChange={({ target }) => setTyped(target.value)}
      />
      {wanted !== String(initial) && !wrong && (
        <Button type="submit" size="sm" busy={save.isPending} className="mt-8">
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
      )}
    </Form>
  )
}
