import { plainDollars } from '#contract/money/plain-dollars.ts'
import { isBelow, type MarginTable, marginTable } from '#contract/recipes/margins.ts'
import { costedLines } from '#contract/recipes/recipe-cost.ts'
import type { Db } from '#server/db/write.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { CSV_FORM } from '#server/http/csv-form.ts'
import { listRecipes } from './find-recipe.ts'

const COLUMNS = ['Product', 'Recipe', 'Price', 'Cost', 'Margin', 'Margin in %', 'Below target']

export async function exportMargins(db: Db): Promise<string> {
  const { rows, withoutRecipe } = await listMargins(db)
  const target = Number(await readSetting(db, 'wished_margin'))
  const { stringify } = await import('csv-stringify/sync')
  const priced = rows.map(({ product, recipe, cost, amount, permille }) => [
    product.name,
    recipe.name,
    plainDollars(product.price),
    plainDollars(cost),
    plainDollars(amount),
    (permille / 10).toFixed(1),
    isBelow({ permille }, target) ? 'yes' : '',
  ])
  const others = withoutRecipe.map(({ name, price }) => [
    name,
    '',
    plainDollars(price),
    '',
    '',
    '',
    '',
  ])
  return stringify([...priced, ...others], { ...CSV_FORM, columns: COLUMNS })
}

async function listMargins(db: Db): Promise<MarginTable> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'name', 'price_cents as price'])
    .where('archived_at', 'is', null)
    .execute()
  const recipes = (await listRecipes(db)).flatMap(({ id, name, product, ingredients }) =>
    product ? [{ id, name, ...product, lines: costedLines(ingredients) }] : [],
  )
  return marginTable(products, recipes)
}
