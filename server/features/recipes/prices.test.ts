import { describe, expect, test } from 'vitest'
import type { IngredientPrice } from '#contract/recipes/ingredient-prices.ts'
import type { Recipe } from '#contract/recipes/recipes.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atDesk } from '#tests/at-desk.ts'

const FLOUR = { name: 'Flour', packageQuantity: 25, packageUnit: 'lb', packagePrice: 18.4 }
const IN_CUPS = {
  measureQuantity: 1,
  measureUnit: 'cup',
  measureWeight: 120,
  measureWeightUnit: 'g',
}

async function aDesk() {
  const shop = await aShop()
  const call = atDesk(shop)
  const make = async (name: string, ingredients: object[], more: object = {}): Promise<Recipe> =>
    (
      await call('POST', '/api/recipes', {
        recipeData: { name, servings: 4, ...more },
        ingredients,
      })
    ).json()
  const read = async (id = 1): Promise<Recipe> => (await call('GET', `/api/recipes/${id}`)).json()
  const price = async (draft: object = FLOUR): Promise<IngredientPrice> =>
    (await call('POST', '/api/ingredient-prices', draft)).json()
  const refused = async (...of: Parameters<typeof call>) => {
    const answer = await call(...of)
    const { code, field, message } = answer.json()
    return [answer.statusCode, code, field, message]
  }
  return { shop, call, make, read, price, refused }
}

const line = (more: object) => ({ name: 'Flour', quantity: 250, unit: 'g', notes: null, ...more })

describe('a line at the price of a package', () => {
  test('costs exactly its share, is answered unrounded, and takes back what was answered', async () => {
    const { call, make, read, price } = await aDesk()
    const { id: priceId } = await price()
    const recipe = await make('Bread', [line({ priceId })])
    const [flour] = recipe.ingredients
    expect(flour).toMatchObject({ priceId, exactCost: '7360000/45359237' })
    expect(flour?.costPerUnit).toBeCloseTo(18.4 / 25 / 453.59237, 15)
    expect(recipe.costCalculation).toEqual({ totalCost: 0.41, costPerServing: 0.1 })
    const { id, exactCost: _, priceId: __, ...asSpecified } = { ...flour }
    const back = await call('PUT', `/api/recipe-ingredients/${id}`, { id, ...asSpecified })
    expect([back.statusCode, await read()]).toEqual([200, recipe])
    const copy = await make('Copy', [asSpecified])
    expect(copy.ingredients[0]).toMatchObject({ priceId, costPerUnit: flour?.costPerUnit })
  })

  test('keeps its price when its unit changes, and loses it to a cost that is typed', async () => {
    const { call, make, read, price } = await aDesk()
    const { id: priceId } = await price()
    await make('Bread', [line({ priceId })])
    const change = (body: object) => call('PUT', '/api/recipe-ingredients/1', body)
    expect((await change({ unit: 'lb' })).json()).toMatchObject({ costPerUnit: 0.736, priceId })
    expect((await change({ costPerUnit: 0.7 })).json()).toEqual({
      id: 1,
      ...line({ unit: 'lb', costPerUnit: 0.7 }),
    })
    expect((await change({ costPerUnit: 0.7351 })).statusCode).toBe(400)
    expect((await read()).ingredients[0]?.costPerUnit).toBe(0.7)
  })

  test('measured in cups needs what a cup weighs, and then costs exactly that', async () => {
    const { call, make, read, price, refused } = await aDesk()
    const { id: priceId } = await price()
    const body = {
      recipeData: { name: 'Bread', servings: 4 },
      ingredients: [line({ priceId, unit: 'cup' })],
    }
    expect(await refused('POST', '/api/recipes', body)).toEqual([
      ...[400, 'invalid', 'ingredients.0.unit'],
      '“Bread” measures “Flour” by the cup, but its price is by the lb. Please say in the price list what it weighs, or type a cost per unit.',
    ])
    await call('PUT', `/api/ingredient-prices/${priceId}`, IN_CUPS)
    const { id } = await make('Bread', [line({ priceId, unit: 'cup', quantity: 8 })])
    expect((await read(id)).ingredients[0]?.costPerUnit).toBeCloseTo((0.736 / 453.59237) * 120, 14)
    const without = {
      measureQuantity: null,
      measureUnit: null,
      measureWeight: null,
      measureWeightUnit: null,
    }
    expect((await refused('PUT', `/api/ingredient-prices/${priceId}`, without))[0]).toBe(400)
    expect(
      (await refused('PUT', `/api/ingredient-prices/${priceId}`, { measureUnit: null }))[2],
    ).toBe('measureUnit')
  })
})

describe('the price list', () => {
  test('takes the package of a line, is followed everywhere on request, and passes changes on', async () => {
    const { call, make, read } = await aDesk()
    await make('Bread', [
      line({ package: { packageQuantity: 25, packageUnit: 'lb', packagePrice: '18.40' } }),
    ])
    await make('Rolls', [
      line({ name: 'flour', costPerUnit: 0, unit: 'kg', quantity: 1 }),
      line({ costPerUnit: 0.1, unit: 'cup' }),
    ])
    expect(
      (
        await call('PUT', '/api/ingredient-prices/1', { packagePrice: 36.8, useEverywhere: true })
      ).json(),
    ).toMatchObject({ name: 'Flour', packagePrice: 36.8 })
    expect((await read(1)).costCalculation.totalCost).toBe(0.81)
    const [kilo, cups] = (await read(2)).ingredients
    expect([kilo?.priceId, cups?.priceId]).toEqual([1, undefined])
    expect((await read(2)).costCalculation.totalCost).toBe(28.25)
  })

  test('has one price of a name, and none goes that a recipe uses', async () => {
    const { call, make, price, refused } = await aDesk()
    await price()
    await make('Bread', [line({ priceId: 1 })])
    expect(await refused('POST', '/api/ingredient-prices', { ...FLOUR, name: ' FLOUR' })).toEqual([
      400,
      'invalid',
      'name',
      'The price list has a price for “FLOUR” already.',
    ])
    const other = { packageQuantity: 5, packageUnit: 'lb', packagePrice: 5 }
    expect((await refused('POST', '/api/recipes/1/ingredients', line({ package: other })))[2]).toBe(
      'package.packagePrice',
    )
    expect(await refused('DELETE', '/api/ingredient-prices/1')).toEqual([
      409,
      'in-use',
      undefined,
      'Bread uses the price of “Flour”. Please type a cost per unit there first.',
    ])
    await call('DELETE', '/api/recipes/1')
    expect((await call('DELETE', '/api/ingredient-prices/1')).statusCode).toBe(204)
  })

  test('refuses what is no price of a package, in a sentence', async () => {
    const { refused } = await aDesk()
    for (const [wrong, field, sentence] of [
      [{ packageQuantity: 0 }, 'packageQuantity', 'Please enter more than zero.'],
      [{ packageUnit: 'barrel' }, 'packageUnit', /^Please choose a unit: lb/],
      [{ packagePrice: -1 }, 'packagePrice', 'A price cannot be below zero.'],
      [{ name: ' ' }, 'name', 'Please enter a name.'],
      [{ ...IN_CUPS, measureWeight: 0 }, 'measureWeight', 'Please enter more than zero.'],
    ] as const)
      expect(await refused('POST', '/api/ingredient-prices', { ...FLOUR, ...wrong })).toEqual([
        400,
        'invalid',
        field,
        expect.stringMatching(sentence),
      ])
  })
})

describe('work and packaging', () => {
  test('are lines of the recipe: minutes at a rate, and what goods leave in', async () => {
    const { make, call } = await aDesk()
    const work = {
      name: 'Labor',
      quantity: 90,
      unit: 'min',
      package: { packageQuantity: 1, packageUnit: 'h', packagePrice: 20 },
    }
    const bags = {
      name: 'Bag',
      quantity: 4,
      unit: 'piece',
      isPackaging: true,
      package: { packageQuantity: 500, packageUnit: 'piece', packagePrice: 24 },
    }
    const { ingredients, costCalculation } = await make('Bread', [work, bags])
    expect(ingredients).toMatchObject([
      { unit: 'min', exactCost: '100/3' },
      { isPackaging: true, costPerUnit: 0.048 },
    ])
    expect(costCalculation).toEqual({ totalCost: 30.19, costPerServing: 7.55 })
    expect((await call('PUT', '/api/recipe-ingredients/1', { unit: 'cup' })).statusCode).toBe(400)
  })
})

describe('a recipe as an ingredient', () => {
  test('costs its share of a batch, by servings and by weight, and follows it', async () => {
    const { call, make, read } = await aDesk()
    await make('Dough', [line({ costPerUnit: 0.02 })], {
      servings: 3,
      batchQuantity: 2,
      batchUnit: 'lb',
    })
    await make('Bread', [
      line({ name: 'Dough', recipeId: 1, quantity: 1, unit: 'piece' }),
      line({ name: 'Dough', recipeId: 1, quantity: 8, unit: 'oz' }),
    ])
    expect((await read(2)).costCalculation.totalCost).toBe(2.92)
    await call('PUT', '/api/recipe-ingredients/1', { costPerUnit: 0.04 })
    expect((await read(2)).costCalculation.totalCost).toBe(5.83)
    await call('PUT', '/api/recipes/1', { name: 'Rye dough' })
    expect((await read(2)).ingredients[0]?.name).toBe('Rye dough')
  })

  test('cannot stand in itself, goes only so deep, keeps its measure, and stays while it is used', async () => {
    const { call, make, refused } = await aDesk()
    await make('R1', [], { batchQuantity: 1, batchUnit: 'lb' })
    for (let depth = 2; depth <= 5; depth++)
      await make(`R${depth}`, [line({ recipeId: depth - 1, quantity: 1, unit: 'piece' })])
    const self = line({ recipeId: 3, quantity: 1, unit: 'piece' })
    expect(await refused('POST', '/api/recipes/1/ingredients', self)).toEqual([
      400,
      'invalid',
      'recipeId',
      'A recipe cannot be an ingredient of itself, not even by way of another recipe.',
    ])
    const deeper = line({ recipeId: 5, quantity: 1, unit: 'piece' })
    expect(
      (
        await refused('POST', '/api/recipes', {
          recipeData: { name: 'R6', servings: 1 },
          ingredients: [deeper],
        })
      )[3],
    ).toBe('Recipes can be used in one another at most 5 deep.')
    expect((await refused('PUT', '/api/recipe-ingredients/1', { costPerUnit: 1 }))[2]).toBe(
      'costPerUnit',
    )
    await call('PUT', '/api/recipe-ingredients/1', { unit: 'oz' })
    expect(
      (await refused('PUT', '/api/recipes/1', { batchQuantity: null, batchUnit: null }))[3],
    ).toMatch(/^“R2” uses “R1” by the oz/)
    expect((await refused('DELETE', '/api/recipes/1'))[1]).toBe('in-use')
  })

  test('closes no circle when two are put into each other at once', async () => {
    const { call, make } = await aDesk()
    const put = (into: number, recipeId: number) =>
      call(
        'POST',
        `/api/recipes/${into}/ingredients`,
        line({ recipeId, quantity: 1, unit: 'piece' }),
      )
    for (let round = 0; round < 4; round++) {
      const [one, other] = [await make('A', []), await make('B', [])]
      const both = await Promise.all([put(one.id, other.id), put(other.id, one.id)])
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400])
    }
  })
})

test('the margin table as a file has every product at the desk, the lowest margin first', async () => {
  const { shop, call, make } = await aDesk()
  for (const [name, cents] of [
    ['Rolls', 400],
    ['Bread', 600],
    ['Eggs', 500],
    ['Hidden Jam', 700],
    ['Deleted Pie', 800],
  ] as const)
    await aProduct(shop.db, { name, price: cents })
  await call('PUT', '/api/products/4', { hidden: true })
  await call('DELETE', '/api/products/5')
  for (const [productId, cost] of [
    [1, 2],
    [2, 2],
  ]) {
    const { id } = await make(`Recipe ${productId}`, [line({ quantity: 1, costPerUnit: cost })])
    await call('PUT', `/api/recipes/${id}/product`, { productId, unitsPerBatch: 1 })
  }
  const file = await call('GET', '/api/margins/export')
  expect(file.headers['content-type']).toMatch(/^text\/csv/)
  expect(file.body.trim().split('\r\n').slice(1)).toEqual([
    'Rolls,Recipe 1,4.00,2.00,2.00,50.0,yes',
    'Bread,Recipe 2,6.00,2.00,4.00,66.7,',
    'Eggs,,5.00,,,,',
    'Hidden Jam,,7.00,,,,',
  ])
})
