import { describe, expect, test } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import {
  BARE,
  type Group,
  OF_A_GROUP,
  OF_THE_SHOP,
  slipsOf,
} from '#tests/farm-questions/allergen-questions.ts'
import { someOf } from '#tests/length-of-run.ts'
import { shopSearch } from './product-finder.ts'

const product = (
  id: number,
  name: string,
  category: string,
  allergens: string,
  description = 'From ducks that keep our garden free of slugs.',
): Product => ({ id, name, category, allergens, description, price: 5, stock: 18, imageUrl: null })

const products = [
  product(1, 'Duck Eggs, half dozen', 'Farm Eggs', 'eggs'),
  product(2, 'Sesame Bagels', 'Bakery', 'wheat, sesame', 'From the freezer.'),
  product(3, 'Onion Bagels', 'Bakery', 'wheat, may contain sesame, garlic'),
  product(4, 'Sunflower Shoots', 'Microgreens', '', 'Thick and nutty.'),
  product(5, 'Pickled Beets', 'Pickled Goods', 'eggs', 'With a little sugar.'),
  product(6, 'Gluten Free Bread', 'Bakery', 'peanuts, milk, soy, mustard, celery, fish'),
]
const search = shopSearch(products)

const AVOIDED = (
  'gluten wheat barley milk dairy lactose egg eggs nut nuts peanut peanuts almonds sesame soy mustard celery fish shellfish ' +
  'sulfites lupin corn garlic'
).split(' ')
const BAGELS: Group = { category: 'Bakery', called: 'bagels', one: 'sesame bagel' }

describe('a search for what is free of an allergen', () => {
  test.each(AVOIDED)('shows no product at all: %s', (avoided) => {
    const says = [...BARE, ...OF_THE_SHOP, ...OF_A_GROUP].map(
      (log) => (a: string) => log(a, BAGELS),
    )
    const questions = [avoided, ...slipsOf(avoided)].flatMap((a) => says.map((log) => log(a)))
    expect(
      someOf(questions, 3, AVOIDED.indexOf(avoided)).filter(
        (question) => search(question) !== null,
      ),
    ).toEqual([])
  })

  test.each(['sugar free', 'no sugar', 'celiac', 'allergy', 'vegan', 'Gluten', 'dairy–free'])(
    '%s',
    (question) => {
      expect(search(question)).toBeNull()
    },
  )

  test.each([
    ['sesame', [2]],
    ['free range eggs', [1, 6, 3, 2]],
    ['bagels', [2, 3]],
    ['eggs', [1]],
    ['milk', []],
    ['nutty', [4]],
    ['sugar', [5]],
  ])('is not one for %s', (question, ids) => {
    expect(search(question)?.map(({ id }) => id)).toEqual(ids)
  })
})
