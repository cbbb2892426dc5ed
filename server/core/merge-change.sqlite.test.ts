import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { signedInDesk } from '#tests/at-desk.ts'
import type { AtEnd } from '#tests/at-end.ts'
import { IS_LONG } from '#tests/length-of-run.ts'

type Fields = Record<string, unknown>

/**
 * Something the desk opens, changes and saves: its address, what a form loads, two new values per
 * field.
 */
type Kind = {
  kind: string
  open: (desk: Desk) => Promise<{ url: string; load: () => Promise<Fields> }>
  edits: Record<string, readonly [unknown, unknown]>
  /** Wraps the fields if they aren't the body itself. */
  wrap?: (fields: Fields, base: Fields | undefined) => object
  path?: (field: string) => string
}

type Desk = Awaited<ReturnType<typeof aDesk>>

async function aDesk(atEnd: AtEnd = onTestFinished) {
  const shop = await aShop({ atEnd })
  const { ask: call } = await signedInDesk(shop)
  return { shop, call }
}

const PRODUCT_EDITS = { price: [4.75, 5.25] } as const

const SOUP = {
  ...{ name: 'Soup', description: '', servings: 4, preparationTime: null, instructions: '' },
}

const KINDS: Kind[] = [
  {
    kind: 'a product',
    open: async ({ shop, call }) => {
      const { id } = await aProduct(shop.db)
      return {
        url: `/api/products/${id}`,
        load: async () => (await call('GET', '/api/products')).json()[0],
      }
    },
    edits: {
      ...PRODUCT_EDITS,
      name: ['Beets', 'Ruby Beets'],
      description: ['Sweet.', ''],
      category: ['Vegetables', 'Bakery'],
      imageUrl: ['/uploads/a.webp', '/uploads/b.webp'],
      unit: ['bunch', 'lb'],
      allergens: ['celery', 'celery, mustard'],
    },
  },
  {
    kind: 'a row of the price grid',
    open: async ({ shop, call }) => {
      await aProduct(shop.db)
      return {
        url: '/api/products/bulk',
        load: async () => (await call('GET', '/api/products')).json()[0],
      }
    },
    edits: PRODUCT_EDITS,
    wrap: (fields, base) => ({ changes: [{ id: 1, ...fields, ...(base ? { base } : {}) }] }),
    path: (field) => `changes.0.${field}`,
  },
  {
    kind: 'a page',
    open: async ({ call }) => {
      const page = { title: 'Our farm', content: '<p>Hello &amp; welcome</p>', metaDescription: '' }
      const { id } = (await call('POST', '/api/pages', page)).json()
      return {
        url: `/api/pages/${id}`,
        load: async () => (await call('GET', '/api/pages')).json()[0],
      }
    },
    edits: {
      title: ['The farm', 'A farm'],
      slug: ['the-farm', 'a-farm'],
      content: ['<p>Spring</p>', '<p>Fall</p>'],
      metaDescription: ['Who we are', 'Where we are'],
    },
  },
  {
    kind: 'a recipe',
    open: async ({ call }) => {
      const { id } = (
        await call('POST', '/api/recipes', { recipeData: SOUP, ingredients: [] })
      ).json()
      return {
        url: `/api/recipes/${id}`,
        load: async () => (await call('GET', `/api/recipes/${id}`)).json(),
      }
    },
    edits: {
      name: ['Beet soup', 'Borscht'],
      description: ['Warm', 'Red'],
      servings: [6, 8],
      preparationTime: [40, 0],
      instructions: ['Boil.', 'Simmer.'],
    },
  },
  {
    kind: 'an ingredient',
    open: async ({ call }) => {
      const beets = { name: 'Beets', quantity: 1.5, unit: 'lb', costPerUnit: 2.5, notes: null }
      const recipe = { recipeData: SOUP, ingredients: [beets] }
      const { id } = (await call('POST', '/api/recipes', recipe)).json()
      const load = async () => (await call('GET', `/api/recipes/${id}`)).json().ingredients[0]
      return { url: `/api/recipe-ingredients/${(await load()).id}`, load }
    },
    edits: {
      name: ['Red beets', 'Chioggia'],
      quantity: [2, 0.125],
      unit: ['kg', 'piece'],
      costPerUnit: [2.75, 3],
      notes: ['peeled', 'with tops'],
    },
  },
  {
    kind: 'a setting',
    open: async ({ call }) => {
      await call('POST', '/api/settings', { key: 'hero_title', value: 'Hello', description: '' })
      return {
        url: '/api/settings/hero_title',
        load: async () => (await call('GET', '/api/settings')).json()[0],
      }
    },
    edits: { value: ['Good morning', 'Good evening'] },
  },
  {
    kind: 'a place',
    open: async ({ call }) => ({
      url: '/api/places/2',
      load: async () => (await call('GET', '/api/calendar')).json().places[1],
    }),
    edits: {
      name: ['The barn', 'The red barn'],
      address: ['1 Main St', '2 Main St'],
      mapUrl: ['https://maps.example/1', 'https://maps.example/2'],
      note: ['Ring twice', 'Knock'],
      daysAhead: [2, 3],
    },
  },
  {
    kind: 'a market day',
    open: async ({ call }) => {
      const load = async () => (await call('GET', '/api/calendar')).json().days[0]
      return { url: `/api/market-days/${(await load()).id}`, load }
    },
    edits: {
      opens: ['08:00', '08:30'],
      closes: ['13:00', '14:00'],
      orderDays: [1, 2],
      orderTime: ['06:00', '07:15'],
      capacity: [40, 30],
    },
  },
]

async function opened({ open, wrap = inOne }: Kind, atEnd?: AtEnd) {
  const desk = await aDesk(atEnd)
  const { url, load } = await open(desk)
  const save = (fields: Fields, base?: Fields) => desk.call('PUT', url, wrap(fields, base))
  return { load, save }
}

function inOne(fields: Fields, base: Fields | undefined): object {
  return base ? { ...fields, base } : fields
}

describe.each(KINDS)('two forms of $kind that were opened at once', (one) => {
  const { edits, path = (field: string) => field } = one
  const fields = Object.keys(edits)

  test('different fields merge, though each form sends all it holds', async () => {
    const { load, save } = await opened(one)
    for (const [place, mine] of fields.entries()) {
      const theirs = fields[(place + 1) % fields.length] ?? mine
      if (theirs === mine) continue
      const base = await load()
      const form = Object.fromEntries(fields.map((field) => [field, base[field] ?? null]))
      const [first, second] = [edits[theirs]?.[0], edits[mine]?.[1]]
      expect((await save({ ...form, [theirs]: first }, base)).statusCode).toBe(200)
      expect((await save({ ...form, [mine]: second }, base)).statusCode).toBe(200)
      expect(await load()).toMatchObject({ [theirs]: first, [mine]: second })
    }
  })

  test('the same field is asked about with the newer value, nothing is saved, and the newer one is taken as seen', async () => {
    const { load, save } = await opened(one)
    for (const field of fields) {
      const base = await load()
      const [first, second] = edits[field] ?? []
      expect((await save({ [field]: first }, base)).statusCode).toBe(200)
      const before = await load()
      const refused = await save({ [field]: second }, base)
      expect(refused.statusCode).toBe(409)
      const { code, problems } = refused.json()
      expect(code).toBe('changed-meanwhile')
      expect(problems).toEqual([
        { field: path(field), current: first, message: expect.stringMatching(/ is now .+\.$/) },
      ])
      expect(await load()).toEqual(before)
      expect((await save({ [field]: second }, { ...base, [field]: first })).statusCode).toBe(200)
      expect((await load())[field] ?? '').toBe(second)
    }
  })

  test('the same value twice is no question, and without a base the last one is taken, as ever', async () => {
    const { load, save } = await opened(one)
    for (const field of fields) {
      const base = await load()
      for (const _ of [1, 2])
        expect((await save({ [field]: edits[field]?.[0] }, base)).statusCode).toBe(200)
      for (const value of edits[field] ?? [])
        expect((await save({ [field]: value })).statusCode).toBe(200)
      expect((await load())[field] ?? '').toBe(edits[field]?.[1])
    }
  })

  test('no write of two is lost: it stands, or its writer was told, or somebody who had seen it changed it', async () => {
    const steps = fc.array(
      fc.record({
        who: fc.constantFrom(0, 1),
        does: fc.constantFrom('loads', 'saves'),
        edits: fc.dictionary(fc.constantFrom(...fields), fc.constantFrom(0, 1), { minKeys: 1 }),
      }),
      { maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(steps, (history) => noneIsLost(one, history)),
      { numRuns: IS_LONG ? 100 : 3, examples: [[lostUpdate(fields[0] ?? '')]] },
    )
  })
})

function lostUpdate(field: string): Step[] {
  return [
    { who: 0, does: 'saves', edits: { [field]: 0 } },
    { who: 1, does: 'saves', edits: { [field]: 1 } },
  ]
}

type Step = { who: 0 | 1; does: string; edits: Record<string, 0 | 1> }

/**
 * A save succeeds only if each changed field still holds what its writer saw, or already holds the
 * new value.
 */
async function noneIsLost(one: Kind, history: readonly Step[]): Promise<void> {
  // Each history has a shop: a hundred at once are more than a database lets in.
  await using ends = new AsyncDisposableStack()
  const { load, save } = await opened(one, (end) => ends.defer(end))
  const first = await load()
  const seen = [first, first]
  for (const { who, does, edits } of history) {
    const base = seen[who] ?? first
    if (does === 'saves') {
      const before = await load()
      const wanted = Object.fromEntries(
        Object.entries(edits).map(([field, at]) => [field, one.edits[field]?.[at]]),
      )
      const form = Object.fromEntries(
        Object.keys(one.edits).map((field) => [field, base[field] ?? null]),
      )
      const { statusCode } = await save({ ...form, ...wanted }, base)
      const after = await load()
      const mine = Object.entries(wanted).filter(([field, value]) => (base[field] ?? '') !== value)
      const isFree = mine.every(([field, value]) =>
        [base[field] ?? '', value].includes(before[field] ?? ''),
      )
      expect(statusCode).toBe(isFree ? 200 : 409)
      for (const field of Object.keys(one.edits)) {
        const changed = isFree ? mine.find(([name]) => name === field) : undefined
        expect(after[field] ?? '').toBe(changed ? changed[1] : (before[field] ?? ''))
      }
    }
    seen[who] = await load()
  }
}

test('a stock moves by the difference to the loaded one, which is never a question', async () => {
  const { load, save } = await opened(KINDS[0] as Kind)
  const base = await load()
  expect((await save({ stock: 12 }, base)).json()).toMatchObject({ stock: 12 })
  expect((await save({ stock: 7, price: 6 }, base)).json()).toMatchObject({ stock: 9, price: 6 })
  expect((await save({ stock: 8, baseStock: 9 }, base)).json()).toMatchObject({ stock: 8 })
  expect((await save({ stock: 0, price: 7 }, { ...base, stock: 20 })).json().code).toBe(
    'changed-meanwhile',
  )
})

test('two who save at once cannot both win', async () => {
  for (const one of KINDS) {
    const { load, save } = await opened(one)
    const base = await load()
    const [field = '', values = []] = Object.entries(one.edits)[0] ?? []
    const answers = await Promise.all(values.map((value) => save({ [field]: value }, base)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  }
})

test('many rows of the price grid: all that stand in the way are named, and none is saved', async () => {
  const { shop, call } = await aDesk()
  for (const name of ['Eggs', 'Beets', 'Bagels']) await aProduct(shop.db, { name, price: 500 })
  const save = (changes: object[]) => call('PUT', '/api/products/bulk', { changes })
  await save([
    { id: 1, price: 6 },
    { id: 3, price: 6.5 },
  ])
  const base = { price: 5, stock: 10 }
  const refused = await save([1, 2, 3].map((id) => ({ id, price: 7, base })))
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'changed-meanwhile',
    message: 'Nothing was saved: 2 rows need another look.',
    problems: [
      { field: 'changes.0.price', current: 6, message: 'The price is now $6.00.' },
      { field: 'changes.2.price', current: 6.5, message: 'The price is now $6.50.' },
    ],
  })
  expect(
    (await call('GET', '/api/products')).json().map((one: { price: number }) => one.price),
  ).toEqual([6, 5, 6.5])
})

test('a client that reads plain text reads what is newer', async () => {
  const { shop, call } = await aDesk()
  const eggs = await aProduct(shop.db, { name: 'Eggs' })
  await call('PUT', `/api/products/${eggs.id}`, { name: 'Duck Eggs', price: 4.75 })
  const headers = { cookie: await signIn(shop) }
  const payload = { name: 'Hen Eggs', price: 4.5, base: eggs }
  const url = `/api/products/${eggs.id}`
  const refused = await shop.inject({ method: 'PUT', url, headers, payload })
  expect(refused.body).toBe(
    'Nothing was saved because someone changed this in the meantime: The name is now “Duck Eggs”; The price is now $4.75.',
  )
})
