import { afterAll, beforeAll } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { write } from '#server/db/write.ts'
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts'
import { answerMessage } from '#server/features/chat/answer-message.ts'
import { createProduct } from '#server/features/products/edit-product.ts'
import { listProducts } from '#server/features/products/product-queries.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import { type AShop, aShop } from '#tests/a-shop.ts'
import type { AtEnd } from '../at-end.ts'
import { type Farm, type FarmQuestion, factsOf } from './the-farm.ts'
import { wrongFacts } from './wrong-facts.ts'

const NEW_NAMES = ['Rhubarb, bunch', 'Purple Cabbage, head']

/** The demo shop at three months, with two new products; one for all tests of a file. */
export function aQuestionedFarm(): AShop {
  const shop = {} as AShop
  const ends: (() => Promise<void>)[] = []
  beforeAll(async () => {
    Object.assign(shop, await aFilledFarm((end) => void ends.push(end)))
  }, 60_000)
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })
  return shop
}

async function aFilledFarm(atEnd: AtEnd): Promise<AShop> {
  const shop = await aShop({ atEnd })
  await fillDemoShop(shop.db, shop.shop.pictures, new Date('2026-08-01T12:00:00.000Z'))
  await write(shop.db, (tx) => tx.updateTable('places').set({ days_ahead: 4 }).execute())
  for (const name of NEW_NAMES) {
    const draft = { name, description: 'New this week.', category: 'Vegetables', imageUrl: null }
    await createProduct(shop.db, { ...draft, stock: 9, price: 300 as Cents }, shop.clock.now)
  }
  return shop
}

export function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** New prices and stock for everything: a third is sold out, a third nearly. */
export async function shuffleProducts(
  { db }: AShop,
  next: (below: number) => number,
): Promise<void> {
  await write(db, async (tx, emit) => {
    const rows = await tx.selectFrom('products').select('id').orderBy('id').execute()
    for (const { id } of rows) {
      const stock = [0, 1 + next(5), 6 + next(60)][next(3)] ?? 0
      const price_cents = (105 + next(2900)) as Cents
      await tx.updateTable('products').set({ stock, price_cents }).where('id', '=', id).execute()
    }
    emit({ kind: 'stock', productIds: rows.map(({ id }) => id) })
  })
}

export type Graded = { ask: string; answer: string; lacks: string[]; wrong: string[] }

export async function grade(
  shop: AShop,
  { ask, after = [], facts, never }: FarmQuestion,
  sessionId: string,
): Promise<Graded> {
  const farm = await farmOf(shop)
  let answer = ''
  for (const text of [...after, ask])
    answer = await answerMessage(shop.shop, { text, sessionId, address: null }, shop.clock.now)
  const lacks = factsOf(farm, facts).filter((fact) => !fact.holdsIn(answer))
  const said = factsOf(farm, never).filter((fact) => fact.holdsIn(answer))
  const wrong = [...said.map(({ label }) => `says ${label}`), ...wrongFacts(farm, answer)]
  return { ask, answer, lacks: lacks.map(({ label }) => label), wrong }
}

async function farmOf({ db }: AShop): Promise<Farm> {
  const settings = new Map<string, string>(
    (await readSettings(db)).map(({ key, value }) => [key, value]),
  )
  return {
    products: await listProducts(db),
    settings,
    newNames: NEW_NAMES.map((name) => name.replace(/,.*$/, '')),
  }
}
