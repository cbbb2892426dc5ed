import { expect, test } from 'vitest'
import { calendar, type DAY_FIELDS } from '#contract/calendar/calendar.ts'
import type { HOURS_FIELDS } from '#contract/calendar/hours.ts'
import type { LIMIT_FIELDS } from '#contract/calendar/limits.ts'
import type { DeskPlace, PLACE_FIELDS } from '#contract/calendar/places.ts'
import type { DeskRule, RULE_FIELDS } from '#contract/calendar/rules.ts'
import { isSameValue, keysOf } from '#contract/changed-fields.ts'
import type { Fields } from '#contract/fields.ts'
import type { PLAN_FIELDS } from '#contract/mail/letters.ts'
import type { PAGE_FIELDS } from '#contract/pages/pages.ts'
import { history } from '#contract/people/history.ts'
import type { CATEGORY_FIELDS } from '#contract/products/own-categories.ts'
import type { PRODUCT_FIELDS } from '#contract/products/products.ts'
import type { PRICE_FIELDS } from '#contract/recipes/ingredient-prices.ts'
import type { INGREDIENT_FIELDS, RECIPE_FIELDS } from '#contract/recipes/recipes.ts'
import type { Problem } from '#contract/refusal.ts'
import { aShop, signIn } from '#tests/a-shop.ts'

type Sent = Record<string, unknown>

/**
 * A field's first value, its next, and what a form that loaded the first wants; switches have two.
 * A field without values does not compile.
 */
type Values = readonly [first: unknown, second: unknown, third?: unknown]
type ValuesOf<Table extends Fields> = Record<keyof Table, Values>

type OfList = 'position' | 'isRetired' | 'paysAtPickup'

type Noun = {
  values: Record<string, Values>
  /** Null: it is there already, as number 1. */
  post: string | null
  wrap?: (draft: Sent) => object
  put: (id: unknown) => string
  /** Planned first, done once its hash comes back; the calendar shows it. */
  isPlanned?: true
  in?: (state: { ingredients?: Sent[] }) => Sent | undefined
}

const HOURS = {
  opens: ['09:00', '08:00', '07:00'],
  closes: ['12:00', '13:00', '14:00'],
  orderDays: [2, 3, 4],
  orderTime: ['20:00', '19:00', '18:00'],
  capacity: [20, 30, 40],
} satisfies ValuesOf<typeof HOURS_FIELDS>

const NOUNS: Record<string, Noun> = {
  place: {
    values: {
      name: ['Town', 'Valley', 'Hills'],
      address: ['Custer, SD', 'Hill City, SD', 'Keystone, SD'],
      mapUrl: ['https://a.example', 'https://b.example', 'https://c.example'],
      note: ['On the porch.', 'At the gate.', 'In the shed.'],
      zips: [['57730'], ['57745', '57751'], ['57747']],
      fee: [4, 5.5, 6],
      minimum: [10, 15.5, 30],
      daysAhead: [2, 3, 4],
      taxRate: [6.2, 5, 4.25],
      taxReducedRate: [1, 2, 3.5],
    } satisfies Omit<ValuesOf<typeof PLACE_FIELDS>, OfList>,
    post: '/api/places',
    wrap: (draft) => ({ ...draft, kind: 'delivery' }),
    put: (id) => `/api/places/${id}`,
  },
  'place in the list': {
    values: {
      position: [1, 2, 3],
      isRetired: [false, true],
      paysAtPickup: [false, true],
    } satisfies Pick<ValuesOf<typeof PLACE_FIELDS>, OfList>,
    post: null,
    put: () => '/api/places/1',
  },
  rule: {
    values: {
      ...HOURS,
      weekday: [2, 3, 4],
      everyWeeks: [1, 2],
      firstDay: ['2026-12-01', '2026-12-02', '2026-12-03'],
      lastDay: ['2027-12-01', '2027-12-02', '2027-12-03'],
      seasonFrom: ['05-20', '05-21', '05-22'],
      seasonUntil: ['09-20', '09-21', '09-22'],
    } satisfies ValuesOf<typeof RULE_FIELDS>,
    post: '/api/day-rules',
    wrap: (draft) => ({ ...draft, placeId: 1 }),
    put: (id) => `/api/day-rules/${id}`,
    isPlanned: true,
  },
  'market day': {
    values: HOURS satisfies Omit<ValuesOf<typeof DAY_FIELDS>, 'state'>,
    post: '/api/market-days',
    wrap: (draft) => ({ ...draft, placeId: 1, days: ['2026-12-01'] }),
    put: (id) => `/api/market-days/${id}`,
  },
  'limit of a product': {
    values: {
      eachDay: [null, 1, 2],
      monday: [null, 2, 3],
      tuesday: [null, 3, 4],
      wednesday: [null, 4, 5],
      thursday: [null, 5, 6],
      friday: [null, 6, 7],
      saturday: [null, 7, 8],
      sunday: [null, 8, 9],
    } satisfies ValuesOf<typeof LIMIT_FIELDS>,
    post: null,
    put: () => '/api/products/1/limits',
  },
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
      snap: [true, false],
      tax: ['reduced', 'standard', 'exempt'],
      seasonFrom: ['05-20', '05-21', '05-22'],
      seasonUntil: ['09-20', '09-21', '09-22'],
      imageUrl: ['/uploads/a.webp', '/uploads/b.webp', '/uploads/c.webp'],
    } satisfies Omit<ValuesOf<typeof PRODUCT_FIELDS>, 'stock'>,
    post: '/api/products',
    wrap: (draft) => ({ ...draft, stock: 5 }),
    put: (id) => `/api/products/${id}`,
  },
  category: {
    values: {
      name: ['Honey', 'Honey & jam', 'Preserves'],
      hidden: [false, true],
    } satisfies Omit<ValuesOf<typeof CATEGORY_FIELDS>, 'position'>,
    post: '/api/categories',
    wrap: ({ name }) => ({ name }),
    put: (id) => `/api/categories/${id}`,
  },
  'category in the list': {
    values: { position: [1, 2, 3] } satisfies Pick<ValuesOf<typeof CATEGORY_FIELDS>, 'position'>,
    post: null,
    put: () => '/api/categories/1',
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
  'every field of a %s is stored, stands in its history, and is asked about with its newer value',
  async (_, noun) => {
    const { values, post, wrap = (draft) => draft, put, isPlanned } = noun
    const inState = noun.in ?? ((state) => state)
    const shop = await aShop({ now: '2026-11-18T18:00:00.000Z' })
    const headers = { cookie: await signIn(shop), accept: 'application/json' }
    const ask = async (method: 'POST' | 'PUT', url: string, payload: object) =>
      (await shop.inject({ method, url, headers, payload })).json()
    const send: typeof ask = async (method, url, payload) => {
      const [answer] = [await ask(method, url, payload)].flat()
      if (!isPlanned || answer.code) return answer
      const { id } = await ask(method, url, { ...payload, confirm: answer.hash })
      const { places } = (await shop.inject({ url: calendar.show.path, headers })).json()
      return places
        .flatMap(({ rules }: DeskPlace) => rules)
        .find((rule: DeskRule) => rule.id === id)
    }
    const eggs = { name: 'Eggs', category: 'Farm Eggs', price: 6, stock: 9 }
    await ask('POST', '/api/products', eggs)
    for (const name of ['Meat', 'Plants', 'Fruit']) await ask('POST', '/api/categories', { name })
    await ask('POST', '/api/recipes', {
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
      keysOf(values).filter((field) => !isSameValue(shown?.[field] || '', wanted[field] || ''))

    const created = post === null ? { id: 1 } : await send('POST', post, wrap(first))
    if (post !== null) expect(differing(created, first)).toEqual([])
    const changed = await send('PUT', put(created.id), { ...second, base: first })
    expect(differing(changed, second)).toEqual([])

    const { entries } = (await shop.inject({ url: history.all.path, headers })).json()
    const [{ action, before, after }] = entries
    expect(action).toBe('changed')
    expect(differing(inState(before), first)).toEqual([])
    expect(differing(inState(after), second)).toEqual([])

    const refused = await send('PUT', put(created.id), { ...third, base: first })
    expect(refused.code).toBe('changed-meanwhile')
    const asked = refused.problems.map(({ field, current }: Problem) => [field, String(current)])
    const newer = keysOf(third).map((field) => [field, [second[field]].flat().join(', ')])
    expect(asked.toSorted()).toEqual(newer.toSorted())
  },
)
