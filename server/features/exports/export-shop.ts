import { Readable } from 'node:stream'
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Page } from '#contract/pages/pages.ts'
import { listOwnCategories } from '#server/features/categories/categories.ts'
import { CUSTOMER_COLUMNS, customerRows } from '#server/features/customers/export-customers.ts'
import { escaped } from '#server/features/mail/mail-layout.ts'
import { listSubscribers } from '#server/features/newsletter/subscriber-queries.ts'
import { exportSubscribers } from '#server/features/newsletter/subscription.ts'
import { exportOrders } from '#server/features/orders/export-orders.ts'
import { listPages } from '#server/features/pages/page-queries.ts'
import { writeCsv } from '#server/features/products/product-csv.ts'
import { listProducts } from '#server/features/products/product-queries.ts'
import { listRecipes } from '#server/features/recipes/find-recipe.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { formatCsv, sheetOf, streamCsv } from '#server/http/csv-form.ts'
import { listMasters } from '#server/outside/open-image-store.ts'
import type { Shop } from '#server/shop.ts'

type Source = Pick<Shop, 'db' | 'pictures' | 'now'>
type Input = string | Uint8Array | AsyncIterable<string | Uint8Array>

/** All that the farm knows, in a ZIP of files that any spreadsheet or browser opens; made as it is sent. */
export async function exportShop(shop: Source): Promise<Readable> {
  const { makeZip } = await import('client-zip')
  return Readable.from(makeZip(files(shop)))
}

const ABOUT = `Everything your farm has in its shop, in files that open without it.

orders.csv, order-items.csv: every order, and every line of one
customers.csv: who ordered, with your notes
subscribers.csv: who signed up for the newsletter, when, and to which words; keep out who left
products.csv, categories.csv: the shelf; a picture /uploads/x.webp is the file pictures/x.webp
recipes.csv, recipe-ingredients.csv: what a batch takes and costs
pages: your pages as HTML
pictures: your pictures

A cell that begins with an apostrophe would be run as a formula without it.
`

async function* files({ db, pictures, now }: Source) {
  const lastModified = now()
  const file = (name: string, input: Input) => ({ name, lastModified, input })
  const timeZone = await readTimeZone(db)
  yield file('README.txt', ABOUT)
  for (const [name, rows] of [['orders', 'orders'] as const, ['order-items', 'items'] as const])
    yield file(`${name}.csv`, await exportOrders(db, { filter: { text: null }, rows, timeZone }))
  yield file('customers.csv', await streamCsv(CUSTOMER_COLUMNS, customerRows(db, lastModified)))
  yield file('subscribers.csv', await exportSubscribers(await listSubscribers(db)))
  yield file('products.csv', await writeCsv(await listProducts(db)))
  const categories = (await listOwnCategories(db)).map(({ name, hidden }) => [name, yes(hidden)])
  yield file('categories.csv', await formatCsv(['Name', 'Hidden'], categories))
  for (const { name, input } of await recipeFiles(db)) yield file(name, input)
  for (const page of await listPages(db)) yield file(`pages/${page.slug}.html`, htmlOf(page))
  for (const picture of await listMasters(pictures)) {
    const bytes = await pictures.read(picture)
    if (bytes) yield file(`pictures/${picture}`, bytes)
    await othersTurn()
  }
}

async function recipeFiles(db: Source['db']) {
  const recipes = await listRecipes(db)
  const products = new Map((await listProducts(db)).map(({ id, name }) => [id, name]))
  const whole = sheetOf(recipes, [
    ['Name', ({ name }) => name],
    ['Description', ({ description }) => description],
    ['Servings', ({ servings }) => servings],
    ['Minutes', ({ preparationTime }) => preparationTime],
    ['Batch', ({ batchQuantity }) => batchQuantity],
    ['Batch unit', ({ batchUnit }) => batchUnit],
    ['Cost', ({ costCalculation }) => costCalculation.totalCost.toFixed(2)],
    ['Cost per serving', ({ costCalculation }) => costCalculation.costPerServing.toFixed(2)],
    ['Product', ({ product }) => products.get(product?.productId ?? 0)],
    ['Units per batch', ({ product }) => product?.unitsPerBatch],
    ['Instructions', ({ instructions }) => instructions],
  ])
  const lines = recipes.flatMap(({ name: recipe, ingredients }) =>
    ingredients.map((ingredient) => ({ recipe, ...ingredient })),
  )
  const parts = sheetOf(lines, [
    ['Recipe', ({ recipe }) => recipe],
    ['Ingredient', ({ name }) => name],
    ['Quantity', ({ quantity }) => quantity],
    ['Unit', ({ unit }) => unit],
    ['Cost per unit', ({ costPerUnit }) => costPerUnit],
    ['Notes', ({ notes }) => notes],
    ['Packaging', ({ isPackaging }) => yes(isPackaging)],
  ])
  return [
    { name: 'recipes.csv', input: await formatCsv(whole.columns, whole.rows) },
    { name: 'recipe-ingredients.csv', input: await formatCsv(parts.columns, parts.rows) },
  ]
}

const yes = (is: boolean | undefined) => (is ? 'yes' : '')

/** Pictures lead to the files beside it. */
function htmlOf({ title, metaDescription, content }: Page): string {
  const about = metaDescription
    ? `<meta name="description" content="${escaped(metaDescription)}">`
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>${about}</head>
<body><h1>${escaped(title)}</h1>
${content.replaceAll('="/uploads/', '="../pictures/')}
</body></html>
`
}
