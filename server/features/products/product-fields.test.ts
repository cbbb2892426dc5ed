import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameValue, keysOf } from '#contract/changed-fields.ts'
import { TAX_CLASSES } from '#contract/money/tax.ts'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import { productDraft } from '#contract/products/products.ts'
import { aShop, signIn } from '#tests/a-shop.ts'
import { IS_LONG, isShortOnPostgres } from '#tests/length-of-run.ts'

type Sent = Record<string, unknown>

const FIELDS = keysOf(productDraft.shape)

const VALUES: fc.Arbitrary<unknown>[] = [
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.trim()),
  fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents / 100),
  fc.nat(100_000),
  fc.boolean(),
  fc.constantFrom(...PRODUCT_CATEGORIES),
  fc.constantFrom('/uploads/a.webp', 'https://farm.example/a,b.jpg'),
  fc.constantFrom(...TAX_CLASSES),
  fc.constant(null),
]

function valuesOf(field: (typeof FIELDS)[number]): fc.Arbitrary<unknown> {
  const isKnown = (value: unknown) => PRODUCT_CATEGORIES.some((one) => one === value)
  const isTaken = (value: unknown) =>
    productDraft.shape[field].safeParse(value).success && (field !== 'category' || isKnown(value))
  const fitting = VALUES.filter(
    (values) => fc.sample(values, { seed: 1, numRuns: 20 }).filter(isTaken).length > 10,
  )
  if (fitting.length === 0)
    throw new Error(`No example of a product's ${field}: add one to VALUES.`)
  return fc.oneof(...fitting).filter(isTaken)
}

/** Half are sold by weight, up to one kilogram each, so the price is that of a kilogram. */
const drafts: fc.Arbitrary<Sent> = fc
  .record(Object.fromEntries(FIELDS.map((field) => [field, valuesOf(field)])))
  .map((draft: Sent) =>
    Number(draft.stock) % 2 === 0
      ? { ...draft, weighUnit: null, weighPrice: null, weighTo: null }
      : { ...draft, weighUnit: 'kg', weighPrice: draft.price, weighTo: 1 },
  )

async function aDesk() {
  const shop = await aShop()
  const headers = { cookie: await signIn(shop), accept: 'application/json' }
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload: Sent = {}) => {
    const answer = await shop.inject({
      method,
      url,
      headers,
      ...(method === 'DELETE' ? {} : { payload }),
    })
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`)
    return answer.body === '' ? null : answer.json()
  }
  const list = async (): Promise<Sent[]> =>
    (await shop.inject({ url: '/api/desk/products', headers })).json()
  const onlyProduct = async (): Promise<Sent> => (await list())[0] ?? {}
  const clear = async () => {
    for (const { id } of await list()) await send('DELETE', `/api/products/${id}`)
  }
  const onlyRow = async (): Promise<Sent> => {
    const { body } = await shop.inject({ url: '/api/products/export', headers })
    const { baseStock: _, ...row } = parse(body, { bom: true, columns: true })[0] as Sent
    return row
  }
  const importRow = (row: Sent) =>
    send('POST', '/api/products/import', {
      csv: stringify([row], { header: true }),
      ...{ apply: true, renames: true },
    })
  return { send, clear, onlyProduct, onlyRow, importRow }
}

function lost(sent: Sent, found: Sent): string[] {
  const read = productDraft.parse(sent)
  const { price, weighPrice, weighTo } = read
  const weigh = weighPrice && weighTo && { weighPrice: weighPrice / 100, weighTo: weighTo / 1000 }
  const expected: Sent = { ...read, price: price / 100, ...weigh }
  const shown: Sent = { ...found, hidden: found.hidden ?? false, snap: found.snap ?? false }
  return FIELDS.filter((field) => !isSameValue(shown[field], expected[field]))
}

test('every field of every draft survives being created, changed, exported and imported', async () => {
  const { send, clear, onlyProduct, onlyRow, importRow } = await aDesk()
  const survives = fc.asyncProperty(drafts, drafts, async (first, second) => {
    const created = await send('POST', '/api/products', first)
    const path = `/api/products/${created.id}`
    expect([lost(first, created), lost(first, await onlyProduct())]).toEqual([[], []])
    const changed = await send('PUT', path, second)
    expect([lost(second, changed), lost(second, await onlyProduct())]).toEqual([[], []])
    const row = await onlyRow()
    await send('PUT', path, first)
    await importRow(row)
    expect(lost(second, await onlyProduct())).toEqual([])
    await clear()
    await importRow({ ...row, id: '' })
    expect(lost(second, await onlyProduct())).toEqual([])
  })
  const numRuns = IS_LONG ? 300 : isShortOnPostgres() ? 4 : 25
  await fc.assert(survives.beforeEach(clear), { numRuns })
})
