import { customers } from '#contract/orders/customers.ts'
import { snapshot } from '#server/db/write.ts'
import { type App, serve } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import {
  changeCustomerNote,
  eraseCustomer,
  mergeCustomers,
  showCustomer,
} from './change-customers.ts'
import { findCustomers } from './find-customers.ts'
import { forgetImported, importCustomers } from './import-customers.ts'

export function customerRoutes(app: App, shop: Shop): void {
  serve(app, customers.find, ({ query }) =>
    snapshot(shop.db, (db) => findCustomers(db, query.text ?? '', shop.now())),
  )
  serve(app, customers.import, ({ body }) => importCustomers(shop, body))
  serve(app, customers.forget, ({ query: { email = null, phone = null } }) =>
    forgetImported(shop, { email, phone }),
  )
  serve(app, customers.show, ({ params }) => showCustomer(shop, params.id))
  serve(app, customers.changeNote, ({ params, body }) => changeCustomerNote(shop, params.id, body))
  serve(app, customers.merge, ({ params, body }) => mergeCustomers(shop, params.id, body.with))
  serve(app, customers.erase, ({ params }) => eraseCustomer(shop, params.id))
}
