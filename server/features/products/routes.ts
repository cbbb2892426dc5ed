import { bulkProducts } from '#contract/products/bulk-products.ts'
import { deskProducts } from '#contract/products/desk-products.ts'
import { ownCategories } from '#contract/products/own-categories.ts'
import { products } from '#contract/products/products.ts'
import { type Changes, cacheByChange, countIfAlone } from '#server/db/cache-by-version.ts'
import { snapshot } from '#server/db/write.ts'
import {
  changeCategory,
  createCategory,
  listOwnCategories,
} from '#server/features/categories/categories.ts'
import { listToPack } from '#server/features/stock/promised-units.ts'
import { type App, jsonOf, serve, serveCached, serveFile } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import { arrangeProducts } from './arrange-products.ts'
import {
  changeProduct,
  changeProducts,
  createProduct,
  deleteProduct,
  listDeleted,
  restoreProduct,
} from './edit-product.ts'
import { importProducts } from './import-products.ts'
import { writeCsv } from './product-csv.ts'
import { listAtDesk, listForSale, listProducts } from './product-queries.ts'

export function productRoutes(app: App, shop: Shop, changes: Changes): void {
  const list = async () =>
    Buffer.from(jsonOf(products.list, await listForSale(shop.db, shop.now())))
  serveCached(app, products.list, cacheByChange(changes, list), countIfAlone(changes))
  serve(app, products.create, ({ body }) => createProduct(shop.db, body, shop.now()))
  serve(app, products.update, ({ params, body }) =>
    changeProduct(shop.db, params.id, body, shop.now()),
  )
  serve(app, products.delete, ({ params }) => deleteProduct(shop.db, params.id, shop.now()))
  serve(app, deskProducts.list, () => snapshot(shop.db, (db) => listAtDesk(db, shop.now())))
  serve(app, deskProducts.arrange, ({ body }) => arrangeProducts(shop.db, body.ids, shop.now()))
  serve(app, deskProducts.toPack, ({ params }) => listToPack(shop.db, params.id))
  serve(app, deskProducts.deleted, () => listDeleted(shop.db))
  serve(app, deskProducts.restore, ({ params, body }) =>
    restoreProduct(shop.db, { id: params.id, ...body }, shop.now()),
  )
  serve(app, ownCategories.list, () => listOwnCategories(shop.db))
  serve(app, ownCategories.create, ({ body }) => createCategory(shop, body.name))
  serve(app, ownCategories.update, ({ params, body }) => changeCategory(shop, params.id, body))
  serve(app, bulkProducts.change, ({ body }) => changeProducts(shop.db, body.changes, shop.now()))
  serveFile(app, bulkProducts.export, async () => ({
    fileName: 'products.csv',
    content: await writeCsv(await listProducts(shop.db)),
  }))
  serve(app, bulkProducts.import, ({ body }) => importProducts(shop.db, body, shop.now()))
}
