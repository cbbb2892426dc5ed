import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { productFinder } from './product-finder.ts'

const product = (
  id: number,
  name: string,
  description: string,
  category = 'Farm Eggs',
  stock = 18,
): Product => ({ id, name, description, category, stock, price: 5, imageUrl: null })

const eggs = product(1, 'Farm Fresh Eggs, dozen', 'Brown and cream, from our own hens.')
const unseen = product(77, 'Kohl\u00ADrabi and mizu\u200Bna', eggs.description)
const products = [
  eggs,
  product(2, 'Duck Eggs, half dozen', 'Rich; for baking.'),
  product(3, 'Ruby Beets, bunch', 'Sweet roots.', 'Vegetables', 0),
  product(4, 'Pickled Beets, pint', 'With cloves.', 'Pickled Goods'),
  product(5, 'Dill Pickles, quart', 'In brine with jalapeño.', 'Pickled Goods'),
  product(6, 'Sesame Bagels, six', 'Boiled, with eggs.', 'Bakery'),
  product(7, 'Crème Fraîche', 'Thick.', 'Farmers Cheese'),
  product(8, 'Vine Tomatoes, pound', 'Red, from the tunnel.', 'Vegetables'),
  product(9, 'Smoked Chili Rub', 'Medium hot.', 'Seasonings & Mixes'),
  product(10, 'Sauerkraut, pint', 'Cabbage and salt.', 'Pickled Goods'),
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
  const order = (list: Product[], question: string) =>
    productFinder(list)(question).map(({ id }) => id)

  test('a name before a category, and both before a description', () => {
    const list = [
      product(1, 'Bagels', 'With cheese.', 'Bakery'),
      product(2, 'Curds', '', 'Farmers Cheese'),
      product(3, 'Cheese crackers', '', 'Bakery'),
    ]
    expect(order(list, 'cheese')).toEqual([3, 2, 1])
  })

  test('a dozen before half a dozen, whose description speaks of another dozen', () => {
    const list = [
      product(1, 'Duck Eggs, half dozen', 'From a dozen ducks.'),
      product(2, 'Farm Fresh Eggs, dozen', 'Twelve.'),
    ]
    expect(order(list, 'dozen eggs')).toEqual([2, 1])
    expect(order(list, 'half dozen eggs')).toEqual([1])
  })

  test('a whole word before the beginning of one', () => {
    expect(order([product(1, 'Peanuts', ''), product(2, 'Pea shoots', '')], 'pea')).toEqual([2, 1])
  })

  test('equal ones as the shop has them, what is in stock first', () => {
    const list = [4, 3, 2, 1].map((id) => ({ ...eggs, id, stock: id === 3 ? 0 : 5 }))
    expect(order(list, 'eggs')).toEqual([4, 2, 1, 3])
  })

  test('equal ones of the category with most of them first: bagels before a spice for them', () => {
    const spice = product(1, 'Bagel Spice', eggs.description, 'Seasonings & Mixes')
    const bagels = [2, 3].map((id) => product(id, 'Bagels', eggs.description, 'Bakery'))
    expect(order([spice, ...bagels], 'bagel')).toEqual([2, 3, 1])
  })

  test('a typing error is not looked for where the word itself is found', () => {
    expect(order([product(1, 'Kale', ''), product(2, 'Sale', '')], 'kale')).toEqual([1])
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
