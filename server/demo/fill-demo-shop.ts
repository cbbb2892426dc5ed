import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Cents } from '#contract/money/money.ts'
import { slugOf } from '#contract/pages/slug.ts'
import { masterFile, pictureUrl } from '#contract/products/pictures.ts'
import type { Thousandths } from '#contract/products/quantity.ts'
import { DRAWN, formatPhoto } from '#contract/settings/photos.ts'
import { SETTING_KEYS, SETTINGS } from '#contract/settings/setting-table.ts'
import { getValue, isFirstToSet } from '#server/core/key-value.ts'
import { type Db, write } from '#server/db/write.ts'
import { insertPageRow } from '#server/features/pages/page-queries.ts'
import { insertProduct } from '#server/features/products/product-queries.ts'
import {
  insertIngredientRow,
  insertRecipe,
  replaceLink,
} from '#server/features/recipes/recipe-queries.ts'
import { dateFarmUpdate, insertSetting } from '#server/features/settings/change-setting.ts'
import { recordStartingStock } from '#server/features/stock/move-stock.ts'
import { withDrawings } from '#server/features/uploads/picture-codec.ts'
import { withPictureSizes } from '#server/features/uploads/pictures.ts'
import type { ImageStore } from '#server/outside/image-store.ts'
import { insertLegalPages } from './add-legal-pages.ts'
import { DEMO_PAGES, type DemoPage } from './pages.ts'
import { insertDemoPlaces } from './places.ts'
import { DEMO_PRODUCTS } from './products.ts'
import { DEMO_RECIPES, type DemoRecipe } from './recipes.ts'
import { DEMO_SETTINGS, DEMO_STREETS } from './settings.ts'

const DEMO_DAYS = 4

/** Once, into an empty shop: one that was ever filled, or has products, is left alone. */
export async function fillDemoShop(db: Db, pictures: ImageStore, now: Date): Promise<void> {
  if (await getValue(db, 'demo_filled')) return
  const urls = await drawDemoPictures(pictures)
  const pages = await Promise.all(
    DEMO_PAGES.map((page) => demoPageRow(page, { urls, pictures, at: now.toISOString() })),
  )
  const farmers = { url: urls.get('farmers') ?? '', text: `June and Walt ${DRAWN}` }
  const settings = { ...DEMO_SETTINGS, photo_farmer: formatPhoto(farmers) }
  await write(db, async (tx) => {
    const isFirst = await isFirstToSet(tx, 'demo_filled', now.toISOString())
    if (!isFirst || (await hasRow(tx, 'products'))) return
    for (const key of SETTING_KEYS)
      await insertSetting(tx, {
        key,
        value: settings[key],
        description: SETTINGS[key].description,
      })
    await dateFarmUpdate(tx, now)
    if (!(await hasRow(tx, 'places')))
      await insertDemoPlaces(tx, { streets: DEMO_STREETS, daysAhead: DEMO_DAYS })
    const products = new Map<string, number>()
    for (const { priceCents, ...product } of DEMO_PRODUCTS) {
      const [drawn = '', unit = null] = product.name.split(', ')
      const imageUrl = urls.get(slugOf(drawn)) ?? null
      const draft = { unit, ...product, price: priceCents as Cents, imageUrl }
      const id = await insertProduct(tx, draft, now)
      await recordStartingStock(tx, id, draft.stock, now)
      products.set(product.name, id)
    }
    for (const recipe of DEMO_RECIPES) await insertDemoRecipe(tx, recipe, products, now)
    for (const page of pages) await insertPageRow(tx, page)
    await insertLegalPages(tx, { isPublished: true, at: now.toISOString() })
  })
}

async function hasRow(tx: Db, table: 'products' | 'places'): Promise<boolean> {
  return (await tx.selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined
}

async function demoPageRow(
  { metaDescription, picture, ...page }: DemoPage,
  { urls, pictures, at }: { urls: ReadonlyMap<string, string>; pictures: ImageStore; at: string },
) {
  const slug = slugOf(page.title)
  const url = picture && urls.get(picture.name)
  const figure = url
    ? `<figure><img src="${url}" alt=""><figcaption>${picture.text} ${DRAWN}</figcaption></figure>`
    : ''
  const report = (_: string, error: unknown) => Promise.reject(error)
  return {
    ...page,
    content: (await withPictureSizes({ pictures, report }, figure)) + page.content,
    slug,
    meta_description: metaDescription,
    is_active: true,
    created_at: at,
    updated_at: at,
  }
}

async function insertDemoRecipe(
  tx: Db,
  recipe: DemoRecipe,
  products: Map<string, number>,
  now: Date,
): Promise<void> {
  const { ingredients, makes, preparationTime: preparation_minutes, ...same } = recipe
  const at = now.toISOString()
  const stamps = { created_at: at, updated_at: at }
  const id = await insertRecipe(tx, { ...same, preparation_minutes, ...stamps })
  for (const [quantity, unit, name, cost, notes = null] of ingredients) {
    const quantity_thousandths = quantity as Thousandths
    const line = { name, unit, notes, quantity_thousandths, unit_cents: cost as Cents }
    await insertIngredientRow(tx, { recipe_id: id, ...line })
  }
  const productId = makes && products.get(makes.product)
  if (productId) await replaceLink(tx, id, { productId, unitsPerBatch: makes.units })
}

const DRAWINGS = fileURLToPath(new URL('./pictures/', import.meta.url))

function drawDemoPictures(pictures: ImageStore): Promise<Map<string, string>> {
  return withDrawings(async (masterOfDrawing) => {
    const draw = async (file: string): Promise<[string, string]> => {
      const drawing = await readFile(DRAWINGS + file)
      const name = createHash('sha256').update(drawing).digest('hex').slice(0, 32)
      await pictures.put(masterFile(name), await masterOfDrawing(drawing))
      return [file.replace(/\.svg$/, ''), pictureUrl(name)]
    }
    return new Map(await Promise.all((await readdir(DRAWINGS)).map(draw)))
  })
}
