import { describe, expect, test } from 'vitest'
import { MAX_INGREDIENTS, type Recipe } from '#contract/recipes/recipes.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atDesk } from '#tests/at-desk.ts'

const FLOUR = {
  name: 'Bread flour',
  quantity: 8,
  unit: 'cup',
  costPerUnit: 0.35,
  notes: 'High gluten',
}
const MALT = {
  name: 'Barley malt',
  quantity: '1.5',
  unit: 'tbsp',
  costPerUnit: '0.22',
  notes: null,
}
const BAGELS = {
  recipeData: {
    name: 'Sesame bagels',
    description: 'Boiled, then baked.',
    servings: 12,
    preparationTime: 150,
    instructions: 'Knead.\nBoil.\nBake.',
  },
  ingredients: [FLOUR, MALT],
}

async function aDesk() {
  const shop = await aShop()
  const call = atDesk(shop)
  const make = async (draft: object = BAGELS) =>
    (await call('POST', '/api/recipes', draft)).json() as Recipe
  const read = async (id = 1) => (await call('GET', `/api/recipes/${id}`)).json() as Recipe
  return { shop, call, make, read }
}

describe('a new recipe', () => {
  test('is answered whole with its ingredients in their order and its cost, and can be read again', async () => {
    const { call, read } = await aDesk()
    const answer = await call('POST', '/api/recipes', BAGELS)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      id: 1,
      ...BAGELS.recipeData,
      ingredients: [
        { id: 1, ...FLOUR },
        { id: 2, ...MALT, quantity: 1.5, costPerUnit: 0.22 },
      ],
      costCalculation: { totalCost: 3.13, costPerServing: 0.26 },
      product: null,
    })
    expect(await read()).toEqual(answer.json())
  })

  test('needs a name and servings only', async () => {
    const { make } = await aDesk()
    const water = { name: 'Water', servings: 1 }
    expect(await make({ recipeData: water, ingredients: [] })).toEqual({
      ...{ id: 1, ...water, description: '', preparationTime: null, instructions: '' },
      ...{ ingredients: [], costCalculation: { totalCost: 0, costPerServing: 0 }, product: null },
    })
  })

  test('costs the exact sum of its lines, rounded once', async () => {
    const { make } = await aDesk()
    const pinch = { name: 'Salt', quantity: 0.333, unit: 'tsp', costPerUnit: 0.01 }
    const { recipeData } = BAGELS
    const { costCalculation } = await make({ recipeData, ingredients: [pinch, pinch, pinch] })
    expect(costCalculation).toEqual({ totalCost: 0.01, costPerServing: 0 })
  })
})

test('the list is by name, whole, and for the desk only', async () => {
  const { shop, call, make } = await aDesk()
  for (const name of ['pickles', 'Bagels', 'cheese'])
    await make({ ...BAGELS, recipeData: { name, servings: 4 } })
  const list: Recipe[] = (await call('GET', '/api/recipes')).json()
  expect(list.map(({ name, ingredients }) => [name, ingredients.map((one) => one.name)])).toEqual(
    ['Bagels', 'cheese', 'pickles'].map((name) => [name, ['Bread flour', 'Barley malt']]),
  )
  expect((await shop.inject({ url: '/api/recipes' })).statusCode).toBe(401)
})

describe('a change', () => {
  test('of one field leaves the rest', async () => {
    const { call, make } = await aDesk()
    const before = await make()
    const answer = await call('PUT', '/api/recipes/1', { servings: 24 })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { ...before, servings: 24, costCalculation: { totalCost: 3.13, costPerServing: 0.13 } },
    ])
    expect(
      (await call('PUT', '/api/recipes/1', { preparationTime: null })).json().preparationTime,
    ).toBeNull()
    expect((await call('PUT', '/api/recipes/1', {})).json().servings).toBe(24)
  })

  test('takes the whole recipe as it was read, and ignores what has calls of its own', async () => {
    const { call, make } = await aDesk()
    const before = await make()
    const others = { ingredients: [], costCalculation: { totalCost: 0 }, product: 'none' }
    const sent = { ...before, ...others, name: 'Bagels' }
    expect((await call('PUT', '/api/recipes/1', sent)).json()).toEqual({
      ...before,
      name: 'Bagels',
    })
  })

  test('of two fields in two windows keeps both', async () => {
    const { call, make, read } = await aDesk()
    await make()
    await Promise.all([
      call('PUT', '/api/recipes/1', { name: 'Bagels' }),
      call('PUT', '/api/recipes/1', { instructions: 'Ask Grandmother.' }),
      call('PUT', '/api/recipe-ingredients/1', { quantity: 9 }),
      call('PUT', '/api/recipe-ingredients/1', { notes: 'Sifted' }),
    ])
    expect(await read()).toMatchObject({
      name: 'Bagels',
      instructions: 'Ask Grandmother.',
      ingredients: [{ quantity: 9, notes: 'Sifted', costPerUnit: 0.35 }, {}],
    })
  })

  test('leaves a row in the history with the whole recipe before and after', async () => {
    const { shop, call, make } = await aDesk()
    await make()
    await call('PUT', '/api/recipes/1', { name: 'Bagels' })
    await call('DELETE', '/api/recipe-ingredients/2')
    await call('DELETE', '/api/recipes/1')
    const rows = shop.db.selectFrom('audit').select(['action', 'before', 'after'])
    const bare = { name: 'Bagels', ingredients: [{ id: 1 }] }
    expect(await rows.where('subject', '=', 'recipe:1').execute()).toMatchObject([
      { action: 'created', before: null, after: { name: 'Sesame bagels' } },
      { action: 'changed', before: { name: 'Sesame bagels' }, after: { name: 'Bagels' } },
      { action: 'changed', before: { ingredients: [{ id: 1 }, { id: 2 }] }, after: bare },
      { action: 'deleted', before: bare, after: null },
    ])
  })
})

describe('an ingredient', () => {
  test('is added as the last, changed in parts, and taken out', async () => {
    const { call, make, read } = await aDesk()
    await make()
    const draft = { ...MALT, name: 'Sesame', quantity: 0.125 }
    const added = await call('POST', '/api/recipes/1/ingredients', draft)
    const sesame = { ...draft, id: 3, costPerUnit: 0.22 }
    expect([added.statusCode, added.json()]).toEqual([201, sesame])
    const changed = await call('PUT', '/api/recipe-ingredients/3', { id: 3, costPerUnit: 2 })
    expect([changed.statusCode, changed.json()]).toEqual([200, { ...sesame, costPerUnit: 2 }])
    expect((await call('PUT', '/api/recipe-ingredients/3', {})).json()).toEqual(changed.json())
    expect((await call('DELETE', '/api/recipe-ingredients/1')).statusCode).toBe(204)
    const { ingredients, costCalculation } = await read()
    expect(ingredients.map(({ name }) => name)).toEqual(['Barley malt', 'Sesame'])
    expect(costCalculation.totalCost).toBe(0.58)
  })

  test(`is refused once a recipe has ${MAX_INGREDIENTS}`, async () => {
    const { call, make } = await aDesk()
    await make({ ...BAGELS, ingredients: Array(MAX_INGREDIENTS).fill(FLOUR) })
    const refused = await call('POST', '/api/recipes/1/ingredients', FLOUR)
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'A recipe has at most 60 ingredients.',
    ])
  })
})

describe('a recipe is refused', () => {
  const wrongRecipe = (fields: object) => ({
    ...BAGELS,
    recipeData: { ...BAGELS.recipeData, ...fields },
  })
  const WRONG_RECIPES = [
    { name: ' ' },
    { name: 'Bag\u0000els' },
    { servings: undefined },
    { servings: 0 },
    { servings: 1.5 },
    { servings: 1e9 },
    { preparationTime: -1 },
    { preparationTime: 'long' },
    { instructions: 'x'.repeat(20_001) },
  ]
  const WRONG_INGREDIENTS = [
    { name: '' },
    { quantity: -1 },
    { quantity: 0.0001 },
    { quantity: 'some' },
    { quantity: null },
    { quantity: 100_000.001 },
    { unit: 'barrel' },
    { costPerUnit: -0.01 },
    { costPerUnit: 0.001 },
    { costPerUnit: undefined },
  ]
  const REFUSED: [draft: object, field: string][] = [
    ...WRONG_RECIPES.map((fields): [object, string] => [
      wrongRecipe(fields),
      `recipeData.${Object.keys(fields)}`,
    ]),
    ...WRONG_INGREDIENTS.map((fields): [object, string] => [
      { ...BAGELS, ingredients: [FLOUR, { ...FLOUR, ...fields }] },
      `ingredients.1.${Object.keys(fields)}`,
    ]),
    [{ ...BAGELS, ingredients: Array(MAX_INGREDIENTS + 1).fill(FLOUR) }, 'ingredients'],
    // Its fields at the wrong place.
    [{ ...BAGELS.recipeData, ingredients: [] }, 'recipeData'],
  ]

  test('by the name of the field that is wrong', async () => {
    const { shop, call } = await aDesk()
    for (const [draft, field] of REFUSED) {
      const answer = await call('POST', '/api/recipes', draft)
      const message = expect.stringMatching(/^[A-Z].*\.$|: /)
      expect([answer.statusCode, answer.json()], JSON.stringify(draft)).toMatchObject([
        400,
        { code: 'invalid', field, message },
      ])
    }
    expect(await shop.db.selectFrom('recipes').selectAll().execute()).toEqual([])
  })

  test('with a field nobody knows', async () => {
    const { call, make } = await aDesk()
    await make()
    for (const refused of [
      await call('POST', '/api/recipes', wrongRecipe({ taste: 'good' })),
      await call('PUT', '/api/recipes/1', { taste: 'good' }),
      await call('PUT', '/api/recipe-ingredients/1', { taste: 'good' }),
    ])
      expect([refused.statusCode, refused.json().message]).toEqual([400, 'Unknown field: taste.'])
  })

  test('under another recipe’s number', async () => {
    const { call, make } = await aDesk()
    await make()
    expect((await call('PUT', '/api/recipes/1', { id: 2 })).statusCode).toBe(400)
    expect((await call('PUT', '/api/recipe-ingredients/1', { id: 2 })).statusCode).toBe(400)
  })

  test('when there is none of its number', async () => {
    const { call } = await aDesk()
    for (const [method, url, body] of [
      ['GET', '/api/recipes/7'],
      ['PUT', '/api/recipes/7', { name: 'x' }],
      ['DELETE', '/api/recipes/7'],
      ['POST', '/api/recipes/7/ingredients', FLOUR],
      ['PUT', '/api/recipe-ingredients/7', { name: 'x' }],
      ['DELETE', '/api/recipe-ingredients/7'],
      ['PUT', '/api/recipes/7/product', { productId: 1, unitsPerBatch: 1 }],
      ['DELETE', '/api/recipes/7/product'],
    ] as const) {
      const answer = await call(method, url, body)
      expect([answer.statusCode, answer.json().code], `${method} ${url}`).toEqual([
        404,
        'not-found',
      ])
      expect(answer.json().message).toMatch(/^There is no (?:recipe|ingredient) #7\.$/)
    }
    for (const number of ['0', '07', 'x', '99999999999', '1.0'])
      expect((await call('GET', `/api/recipes/${number}`)).statusCode, number).toBe(400)
  })
})

describe('deleting', () => {
  test('takes the ingredients and the link along, and leaves other recipes', async () => {
    const { shop, call, make } = await aDesk()
    await aProduct(shop.db)
    await make()
    const other = await make()
    await call('PUT', '/api/recipes/1/product', { productId: 1, unitsPerBatch: 2 })
    expect((await call('DELETE', '/api/recipes/1')).statusCode).toBe(204)
    expect((await call('GET', '/api/recipes')).json()).toEqual([other])
    expect(
      await shop.db.selectFrom('recipe_ingredients').select('recipe_id').execute(),
    ).toHaveLength(2)
    expect(await shop.db.selectFrom('recipe_products').selectAll().execute()).toEqual([])
  })
})

describe('a recipe is made for a product', () => {
  test('with its yield, is made for another, and then for none', async () => {
    const { shop, call, make, read } = await aDesk()
    const [eggs, bagels] = [await aProduct(shop.db), await aProduct(shop.db)]
    const recipe = await make()
    const link = { productId: eggs.id, unitsPerBatch: 12 }
    const linked = await call('PUT', '/api/recipes/1/product', link)
    expect([linked.statusCode, linked.json()]).toEqual([200, { ...recipe, product: link }])
    const other = { productId: bagels.id, unitsPerBatch: 2 }
    expect((await call('PUT', '/api/recipes/1/product', other)).json().product).toEqual(other)
    expect((await call('DELETE', '/api/recipes/1/product')).statusCode).toBe(204)
    expect(await read()).toEqual(recipe)
    const twice = await call('DELETE', '/api/recipes/1/product')
    expect([twice.statusCode, twice.json().message]).toEqual([
      404,
      'This recipe is not linked to a product.',
    ])
  })

  test('not without one that there is, and a yield in whole units', async () => {
    const { shop, call, make } = await aDesk()
    await aProduct(shop.db)
    await make()
    for (const [link, status, field] of [
      [{ productId: 9, unitsPerBatch: 1 }, 404, 'productId'],
      [{ productId: 'eggs', unitsPerBatch: 1 }, 400, 'productId'],
      [{ productId: 1, unitsPerBatch: 0 }, 400, 'unitsPerBatch'],
      [{ productId: 1, unitsPerBatch: 1.5 }, 400, 'unitsPerBatch'],
      [{ productId: 1, unitsPerBatch: 100_001 }, 400, 'unitsPerBatch'],
      [{ productId: 1 }, 400, 'unitsPerBatch'],
    ] as const) {
      const refused = await call('PUT', '/api/recipes/1/product', link)
      expect([refused.statusCode, refused.json().field]).toEqual([status, field])
    }
  })

  test('until that leaves the shop, and then not for it', async () => {
    const { shop, call, make, read } = await aDesk()
    const { id: productId } = await aProduct(shop.db)
    const recipe = await make()
    const link = () => call('PUT', '/api/recipes/1/product', { productId, unitsPerBatch: 1 })
    expect((await link()).statusCode).toBe(200)
    expect((await call('DELETE', `/api/products/${productId}`)).statusCode).toBe(204)
    expect(await read()).toEqual(recipe)
    expect((await link()).statusCode).toBe(404)
  })

  test('that is deleted in the same moment, without a fault', async () => {
    const { shop, call, make } = await aDesk()
    await make()
    for (let round = 0; round < 5; round++) {
      const { id } = await aProduct(shop.db)
      const [linked, deleted] = await Promise.all([
        call('PUT', '/api/recipes/1/product', { productId: id, unitsPerBatch: 1 }),
        call('DELETE', `/api/products/${id}`),
      ])
      expect([200, 404]).toContain(linked.statusCode)
      expect(deleted.statusCode).toBe(204)
    }
  })
})
