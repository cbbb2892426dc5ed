import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { productFinder } from './product-finder.ts'

const eggs: Product = {
  id: 1,
  name: 'Farm Fresh Eggs, dozen',
  description: 'Brown and cream, from our own hens.',
  category: 'Farm Eggs',
  price: 5,
  stock: 18,
  imageUrl: null,
}
const unseen: Product = { ...eggs, id: 77, name: 'Kohl\u00ADrabi and mizu\u200Bna' }
const products: Product[] = [
  eggs,
  { ...eggs, id: 2, name: 'Duck Eggs, half dozen', description: 'Rich; for baking.' },
  {
    ...eggs,
    id: 3,
    name: 'Ruby Beets, bunch',
    description: 'Sweet roots.',
    category: 'Vegetables',
    stock: 0,
  },
  {
    ...eggs,
    id: 4,
    name: 'Pickled Beets, pint',
    description: 'With cloves.',
    category: 'Pickled Goods',
  },
  {
    ...eggs,
    id: 5,
    name: 'Dill Pickles, quart',
    description: 'In brine with jalapeño.',
    category: 'Pickled Goods',
  },
  {
    ...eggs,
    id: 6,
    name: 'Sesame Bagels, six',
    description: 'Boiled, with eggs.',
    category: 'Bakery',
  },
  { ...eggs, id: 7, name: 'Crème Fraîche', description: 'Thick.', category: 'Farmers Cheese' },
  {
    ...eggs,
    id: 8,
    name: 'Vine Tomatoes, pound',
    description: 'Red, from the tunnel.',
    category: 'Vegetables',
  },
  {
    ...eggs,
    id: 9,
    name: 'Smoked Chili Rub',
    description: 'Medium hot.',
    category: 'Seasonings & Mixes',
  },
  {
    ...eggs,
    id: 10,
    name: 'Sauerkraut, pint',
    description: 'Cabbage and salt.',
    category: 'Pickled Goods',
  },
]
const find = productFinder(products)
const found = (question: string) => find(question).map(({ id }) => id)

describe('a product is found', () => {
  test.each([
    ['by a word of its name', 'sesame', [6]],
    ['by a word of its description', 'cloves', [4]],
    ['by a word of its category', 'vegetables', [8, 3]],
    ['by the first letters of a word', 'tom', [8]],
    ['in capitals', 'SESAME', [6]],
    ['in the singular', 'tomato', [8]],
    ['by both of two words, in either order', 'pickle dill', [5]],
    ['without its accents', 'jalapeno', [5]],
    ['with its accents', 'jalapeño', [5]],
    ['with accents written as two characters', 'jalapen\u0303o', [5]],
    ['by an unaccented name', 'creme fraiche', [7]],
    ['with an apostrophe of its own', "farmer's cheese", [7]],
    ['with a letter too few', 'seame', [6]],
    ['with a letter too many', 'sessame', [6]],
    ['with a wrong letter', 'tomaloes', [8]],
    ['with two letters the wrong way round', 'bagles', [6]],
    ['with a letter too few of a short word', 'bets', [4, 3]],
    ['by one word, where no product has them all', 'sesame zebra', [6]],
    ['by what it serves for', 'bread', [6]],
    ['by its Spanish name', 'huevos', [1, 2, 6]],
    ['by what it is for the tongue', 'spicy', [9]],
    ...['sauerkraut', 'sourkrout', 'saurkraut', 'kraut'].map(
      (spelling): [string, string, number[]] => ['as it is spelled', spelling, [10]],
    ),
    ['by what is asked, without the words around it', 'something for a bagel please', [6]],
  ])('%s: %s', (_, question, ids) => {
    expect(found(question)).toEqual(ids)
  })

  test.each([
    'zebra',
    'beef',
    '<b>x</b>',
    'for zebra',
    '',
    '   ',
    '!!!',
    '🥚',
    '.*',
    "' OR 1=1 --",
    '__proto__',
    'constructor',
  ])('not by %j', (question) => {
    expect(found(question)).toEqual([])
  })
})

describe('matches are in order', () => {
  test('a name before a category, and both before a description', () => {
    const list = [
      { ...eggs, id: 1, name: 'Bagels', category: 'Bakery' as const, description: 'With cheese.' },
      { ...eggs, id: 2, name: 'Curds', category: 'Farmers Cheese' as const, description: '' },
      { ...eggs, id: 3, name: 'Cheese crackers', category: 'Bakery' as const, description: '' },
    ]
    expect(productFinder(list)('cheese').map(({ id }) => id)).toEqual([3, 2, 1])
  })

  test('a dozen before half a dozen, whose description speaks of another dozen', () => {
    const list = [
      { ...eggs, id: 1, name: 'Duck Eggs, half dozen', description: 'From a dozen ducks.' },
      { ...eggs, id: 2, name: 'Farm Fresh Eggs, dozen', description: 'Twelve.' },
    ]
    expect(productFinder(list)('dozen eggs').map(({ id }) => id)).toEqual([2, 1])
    expect(productFinder(list)('half dozen eggs').map(({ id }) => id)).toEqual([1])
  })

  test('a whole word before the beginning of one', () => {
    const list = [
      { ...eggs, id: 1, name: 'Peanuts', description: '' },
      { ...eggs, id: 2, name: 'Pea shoots', description: '' },
    ]
    expect(productFinder(list)('pea').map(({ id }) => id)).toEqual([2, 1])
  })

  test('equal ones as the shop has them, what is in stock first', () => {
    const list = [4, 3, 2, 1].map((id) => ({ ...eggs, id, stock: id === 3 ? 0 : 5 }))
    expect(productFinder(list)('eggs').map(({ id }) => id)).toEqual([4, 2, 1, 3])
  })

  test('equal ones of the category with most of them first: bagels before a spice for them', () => {
    const spice = { ...eggs, id: 1, name: 'Bagel Spice', category: 'Seasonings & Mixes' as const }
    const bagels = [2, 3].map((id) => ({
      ...eggs,
      id,
      name: 'Bagels',
      category: 'Bakery' as const,
    }))
    expect(productFinder([spice, ...bagels])('bagel').map(({ id }) => id)).toEqual([2, 3, 1])
  })

  test('a typing error is not looked for where the word itself is found', () => {
    const list = [
      { ...eggs, id: 1, name: 'Kale', description: '' },
      { ...eggs, id: 2, name: 'Sale', description: '' },
    ]
    expect(productFinder(list)('kale').map(({ id }) => id)).toEqual([1])
  })

  test('a word of a description one letter away is no match', () => {
    expect(found('cream')).toEqual([1])
    expect(found('tunner')).toEqual([])
  })
})

const anyText = fc.oneof(
  fc.constantFrom('eggs', 'dill pickles', 'créme', 'bagles'),
  fc.string({ unit: 'grapheme-composite' }),
  fc.array(fc.nat({ max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
)

describe('any question', () => {
  test('is answered with products of the list, each once', () => {
    fc.assert(
      fc.property(anyText, (question) => {
        const ids = found(question)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.every((id) => products.some((product) => product.id === id))).toBe(true)
      }),
    )
  })

  test('may be asked of any names', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 5 }), anyText, (names, question) => {
        const list = names.map((name, id) => ({ ...eggs, id, name, description: name }))
        expect(productFinder(list)(question).length).toBeLessThanOrEqual(list.length)
      }),
    )
  })

  test.each(['egg', '🥚', 'x ', '\u0301', '"'])('may be ten thousand characters of %j', (part) => {
    expect(() => find(part.repeat(10_000 / part.length))).not.toThrow()
  })
})

test.each(['kohlrabi', 'kohl\u00ADrabi', 'mizuna', 'mizu\u2060na', '\u00A0kohlrabi'])(
  'a product is found by what a reader sees of its name and of %j',
  (question) => expect(productFinder([unseen])(question)).toEqual([unseen]),
)
