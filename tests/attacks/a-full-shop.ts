import type { Cents } from '#contract/money/money.ts'
import { write } from '#server/db/write.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { workHere } from '#tests/work-here.ts'

/** Planted in everything only the desk may read. */
export const CANARY = 'canary-sings-in-the-cellar'

export type FullShop = AShop & {
  cookie: string
}

/** Every table of the farmer's has a row, and every desk call something to answer or change. */
export async function aFullShop(wishes: Parameters<typeof aShop>[0] = {}): Promise<FullShop> {
  const shop = await aShop(wishes)
  workHere(shop)
  const products = [
    await aProduct(shop.db),
    await aProduct(shop.db, { name: 'Bagels' }),
    await aProduct(shop.db, { weighUnit: 'lb', weighPrice: 500 as Cents, weighTo: 1000 }),
  ]
  const notes = { customerName: CANARY, customerEmail: `${CANARY}@example.com`, notes: CANARY }
  if (!wishes.stripe)
    for (const product of products)
      await aKeyedBuyer(shop).buy(orderBody([[product, 1]], { ...notes }))
  const cookie = await signIn(shop)
  const post = (url: string, payload: object) =>
    shop.inject({ method: 'POST', url, headers: { cookie }, payload })
  const url = `/api/products/${products[1]?.id}`
  const season = { seasonFrom: '03-01', seasonUntil: '02-28' }
  const changed = await shop.inject({ method: 'PUT', url, headers: { cookie }, payload: season })
  if (changed.statusCode !== 200) throw new Error(`No season: ${changed.body}`)
  await post('/api/newsletter/subscribe', { email: `${CANARY}@example.com` })
  await post('/api/settings', { key: 'hero_title', value: 'Hello' })
  for (const name of [CANARY, 'Bread']) await post('/api/recipes', aRecipe(name))
  for (const title of ['Our hens', CANARY])
    await post('/api/pages', { title, content: `<p>${title}</p>` })
  const draft = { isActive: false }
  await shop.inject({ method: 'PUT', url: '/api/pages/2', headers: { cookie }, payload: draft })
  await shop.settled()
  if (!wishes.stripe) await aFailedRefund(shop)
  return { ...shop, cookie }
}

function aRecipe(name: string) {
  const flour = { name: 'Flour', quantity: 4, unit: 'cup', costPerUnit: 0.3, notes: name }
  return { recipeData: { name, servings: 6, instructions: name }, ingredients: [flour] }
}

async function aFailedRefund(shop: AShop): Promise<void> {
  const at = shop.clock.now.toISOString()
  await write(shop.db, async (tx) => {
    const { id } = await tx
      .selectFrom('payments')
      .select('id')
      .orderBy('order_id')
      .executeTakeFirstOrThrow()
    const hook = { url: 'https://other.example/', types: '[]', secret: CANARY, cursor: 0 }
    const over = { made_at: at, off_at: at }
    await tx
      .insertInto('hooks')
      .values({ ...hook, ...over })
      .execute()
    const requested = {
      id: '1',
      payment_id: id,
      amount_cents: 1 as Cents,
      reason: CANARY,
      restock: false,
    }
    const failed = {
      state: 'failed' as const,
      provider_refund_id: null,
      error_message: 'No',
      created_at: at,
    }
    await tx
      .insertInto('refunds')
      .values({ ...requested, ...failed })
      .execute()
    await tx.updateTable('outbox').set({ given_up_at: at }).execute()
  })
}
