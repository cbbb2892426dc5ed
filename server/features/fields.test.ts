import { expect, test } from 'vitest'
import type { Fields } from '#contract/fields.ts'
import { history } from '#contract/history.ts'
import { keysOf } from '#contract/keys-of.ts'
import type { PLAN_FIELDS } from '#contract/mail/letters.ts'
import type { PAGE_FIELDS } from '#contract/pages/pages.ts'
import type { PRODUCT_FIELDS } from '#contract/products/products.ts'
import type { PRICE_FIELDS } from '#contract/recipes/ingredient-prices.ts'
import type { INGREDIENT_FIELDS } from '#contract/recipes/ingredient-shapes.ts'
import type { RECIPE_FIELDS } from '#contract/recipes/recipe-shapes.ts'
import { aShop, signIn } from '#tests/a-shop.ts'

type Sent = Record<string, unknown>

/**
 * What a field is first, what it becomes, and what a form that had loaded the first wants of it; a switch has but two.
 * A field without values does not compile.
 */
type Values = readonly [first: unknown, second: unknown, third?: unknown]
type ValuesOf<Table extends Fields> = Record<keyof Table, Values>

type Noun = {
  values: Record<string, Values>
  post: string
  wrap?: (draft: Sent) => object
  put: (id: unknown) => string
  /** Where its fields stand in a state of the history. */
  in?: (state: { ingredients?: Sent[] }) => Sent | undefined
}

const NOUNS: Record<string, Noun> = {
  product: {
    values: {
      name: ['Ham', 'Smoked ham', 'Bacon'],
      description: ['Cured.', 'Smoked.', 'Sliced.'],
      category: ['Bakery', 'Farm Eggs', 'Vegetables'],
      price: [24, 30, 18],
      unit: ['whole', 'half', 'quarter'],
      allergens: ['none', 'milk', 'wheat'],
      weighUnit: ['lb', 'kg', 'oz'],
      weighPrice: [6, 10, 9],
      weighTo: [4, 3, 2],
      lowLimit: [3, 4, 5],
      hidden: [true, false],
      seasonFrom: ['05-20', '05-21', '05-22'],
      seasonUntil: ['09-20', '09-21', '09-22'],
      imageUrl: ['/uploads/a.webp', '/uploads/b.webp', '/uploads/c.webp'],
    } satisfies Omit<ValuesOf<typeof PRODUCT_FIELDS>, 'stock'>,
    post: '/api/products',
    wrap: (draft) => ({ ...draft, stock: 5 }),
    put: (id) => `/api/products/${id}`,
  },
  recipe: {
    values: {
      name: ['Rye bread', 'Wheat bread', 'Spelt bread'],
      description: ['Dark.', 'Light.', 'Sour.'],
      servings: [4, 6, 8],
      preparationTime: [45, 150, 60],
      batchQuantity: [2.5, 3, 4],
      batchUnit: ['lb', 'kg', 'oz'],
      instructions: ['Knead.', 'Fold.', 'Rest.'],
    } satisfies ValuesOf<typeof RECIPE_FIELDS>,
    post: '/api/recipes',
    wrap: (recipeData) => ({ recipeData, ingredients: [] }),
    put: (id) => `/api/recipes/${id}`,
  },
  ingredient: {
    values: {
      name: ['Flour', 'Rye', 'Spelt'],
      quantity: [1, 2.5, 3],
      unit: ['cup', 'oz', 'g'],
      costPerUnit: [0.35, 0.4, 0.5],
      notes: ['fine', 'coarse', 'whole'],
      isPackaging: [true, false],
    } satisfies Omit<ValuesOf<typeof INGREDIENT_FIELDS>, 'priceId' | 'recipeId'>,
    post: '/api/recipes/1/ingredients',
    put: (id) => `/api/recipe-ingredients/${id}`,
    in: ({ ingredients = [] }) => ingredients[0],
  },
  price: {
    values: {
      name: ['Flour', 'Rye flour', 'Spelt'],
      packageQuantity: [25, 50, 5],
      packageUnit: ['lb', 'kg', 'oz'],
      packagePrice: [18.4, 20, 21.25],
      measureQuantity: [1, 2, 3],
      measureUnit: ['cup', 'quart', 'pint'],
      measureWeight: [120, 5, 7],
      measureWeightUnit: ['g', 'oz', 'lb'],
    } satisfies ValuesOf<typeof PRICE_FIELDS>,
    post: '/api/ingredient-prices',
    put: (id) => `/api/ingredient-prices/${id}`,
  },
  page: {
    values: {
      title: ['Our farm', 'Our hens', 'Our ducks'],
      slug: ['our-farm', 'hens', 'ducks'],
      metaDescription: ['Who we are.', 'What we keep.', 'What we grow.'],
      isActive: [true, false],
      content: ['<p>Hens.</p>', '<p>Ducks.</p>', '<p>Geese.</p>'],
    } satisfies ValuesOf<typeof PAGE_FIELDS>,
    post: '/api/pages',
    put: (id) => `/api/pages/${id}`,
  },
  'planned newsletter': {
    values: {
      day: ['2026-11-27', '2026-11-28', '2026-11-29'],
      time: ['07:00', '08:30', '09:00'],
      subject: ['Fresh eggs', 'Fresh beets', 'Fresh kale'],
      body: ['Come.', 'Come early.', 'Come late.'],
    } satisfies ValuesOf<typeof PLAN_FIELDS>,
    post: '/api/newsletter/plans',
    wrap: (draft) => ({ ...draft, key: '6b1f6ed2-6d0c-4a5e-9f5e-0d0a6d1f6c11' }),
    put: (id) => `/api/newsletter/plans/${id}`,
  },
}

test.each(Object.entries(NOUNS))(
  'every field of a %s is stored, stands in its history, and is compared with what was loaded',
  async (_, { values, post, wrap = (draft) => draft, put, in: inState = (state) => state }) => {
    const shop = await aShop({ now: '2026-11-18T18:00:00.000Z' })
    const headers = { cookie: await signIn(shop), accept: 'application/json' }
    const send = async (method: 'POST' | 'PUT', url: string, payload: object) =>
      (await shop.inject({ method, url, headers, payload })).json()
    await send('POST', '/api/recipes', {
      recipeData: { name: 'Any', servings: 1 },
      ingredients: [],
    })
    const draftOf = (at: 0 | 1 | 2): Sent =>
      Object.fromEntries(
        keysOf(values).flatMap((field) => {
          const value = values[field]?.[at]
          return value === undefined ? [] : [[field, value]]
        }),
      )
    const [first, second, third] = [draftOf(0), draftOf(1), draftOf(2)]
    const differing = (shown: Sent | undefined, wanted: Sent) =>
      keysOf(values).filter((field) => (shown?.[field] ?? false) !== wanted[field])

    const created = await send('POST', post, wrap(first))
    expect(differing(created, first)).toEqual([])
    const changed = await send('PUT', put(created.id), { ...second, base: first })
    expect(differing(changed, second)).toEqual([])

    const { entries } = (await shop.inject({ url: history.all.path, headers })).json()
    const [{ action, before, after }] = entries
    expect(action).toBe('changed')
    expect(differing(inState(before), first)).toEqual([])
    expect(differing(inState(after), second)).toEqual([])

    const refused = await send('PUT', put(created.id), { ...third, base: first })
    expect(refused.code).toBe('changed-meanwhile')
    const asked = refused.problems.map(({ field }: { field: string }) => field)
    expect(asked.toSorted()).toEqual(Object.keys(third).toSorted())
  },
)
