import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { byId, id, instant } from '../shapes.ts'
import { deskProduct, product } from './products.ts'

const deletedProduct = z.extend(
  z.pick(product, {
    id: true,
    name: true,
    category: true,
    price: true,
    stock: true,
    imageUrl: true,
  }),
  { deletedAt: instant },
)
export type DeletedProduct = z.output<typeof deletedProduct>

export const deskProducts = {
  list: deskEndpoint('never', 'GET /api/desk/products', {
    token: 'products:write',
    summary: 'Every product, hidden ones included, in the shop’s order.',
    output: z.array(deskProduct),
  }),
  arrange: deskEndpoint('never', 'PUT /api/desk/products/order', {
    summary: 'Puts these products in this order, within the places they hold now.',
    body: z.strictObject({
      ids: z.array(id).check(
        z.minLength(1, 'Nothing was moved.'),
        z.maxLength(5000, 'At most 5,000 products at once, please.'),
        z.refine((ids) => new Set(ids).size === ids.length, 'The same product is listed twice.'),
      ),
    }),
  }),
  toPack: deskEndpoint('never', 'GET /api/products/{id}/to-pack', {
    summary: 'How many of a product are on the farm for orders, and for which.',
    params: byId,
    output: z.object({ units: z.int(), orders: z.array(id) }),
  }),
  deleted: deskEndpoint('never', 'GET /api/desk/products/deleted', {
    summary: 'Deleted products, latest first.',
    output: z.array(deletedProduct),
  }),
  restore: deskEndpoint('never', 'POST /api/products/{id}/restoration', {
    summary: 'Restores a deleted product with its history; with `hidden`, not to the shop.',
    params: byId,
    body: z.strictObject({ hidden: z.optional(z.boolean()) }),
    output: deskProduct,
  }),
}
