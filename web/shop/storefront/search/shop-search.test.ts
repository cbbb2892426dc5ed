import { describe, expect, test } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import {
  BARE,
  type Group,
  OF_A_GROUP,
  OF_THE_SHOP,
  slipsOf,
} from '#tests/farm-questions/allergen-questions.ts'
import { shopSearch } from './product-finder.ts'

const eggs: Product = {
  id: 1,
  name: 'Duck Eggs, half dozen',
  description: 'From ducks that keep our garden free of slugs.',
  category: 'Farm Eggs',
  price: 5,
  stock: 18,
  imageUrl: null,
  allergens: 'eggs',
}
const products: Product[] = [
  eggs,
  {
    ...eggs,
    id: 2,
    name: 'Sesame Bagels',
    category: 'Bakery',
    description: 'From the freezer.',
    allergens: 'wheat, sesame',
  },
  {
    ...eggs,
    id: 3,
    name: 'Onion Bagels',
    category: 'Bakery',
    allergens: 'wheat, may contain sesame, garlic',
  },
  {
    ...eggs,
    id: 4,
    name: 'Sunflower Shoots',
    category: 'Microgreens',
    description: 'Thick and nutty.',
    allergens: '',
  },
  {
    ...eggs,
    id: 5,
    name: 'Pickled Beets',
    category: 'Pickled Goods',
    description: 'With a little sugar.',
  },
  {
    ...eggs,
    id: 6,
    name: 'Gluten Free Bread',
    category: 'Bakery',
    allergens: 'peanuts, milk, soy, mustard, celery, fish',
  },
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
    expect(questions.filter((question) => search(question) !== null)).toEqual([])
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
