import { bulkProducts } from '#contract/bulk-products.ts'
import { products } from '#contract/products.ts'
import { cacheByVersion } from '#server/db/cache-by-version.ts'
import { type App, jsonOf, serve, serveCached, serveFile } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { changeProduct, changeProducts, createProduct, deleteProduct } from './edit-product.ts'
import { listForSale } from './for-sale-queries.ts'
import { importProducts } from './import-products.ts'
import { writeCsv } from './product-csv.ts'
import { listProducts } from './product-queries.ts'

/** `changes` counts every change exactly; null where others may change the shop unheard. */
export function productRoutes(app: App, shop: Shop, changes: (() => number) | null): void {
  const list = async () =>
    Buffer.from(jsonOf(products.list, await listForSale(shop.db, shop.now())))
  serveCached(app, products.list, changes ? cacheByVersion(changes, list) : list)
  serve(app, products.create, ({ body }) => createProduct(shop.db, body, shop.now()))
  serve(app, products.update, ({ params, body }) =>
    changeProduct(shop.db, params.id, body, shop.now()),
  )
  serve(app, products.delete, ({ params }) => deleteProduct(shop.db, params.id, shop.now()))
  serve(app, bulkProducts.change, ({ body }) => changeProducts(shop.db, body.changes, shop.now()))
  serveFile(app, bulkProducts.export, async () => ({
    fileName: 'products.csv',
    content: await writeCsv(await listProducts(shop.db)),
  }))
  serve(app, bulkProducts.import, ({ body }) => importProducts(shop.db, body, shop.now()))
}
