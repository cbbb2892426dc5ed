import { describe, expect, test } from 'vitest'
import { stemOf } from '#contract/chat/word-forms.ts'
import { listProductTexts } from '#server/features/products/product-queries.ts'
import { ask } from '#tests/a-visitor.ts'
import { aQuestionedFarm } from '#tests/farm-questions/a-questioned-farm.ts'
import { someOf } from '#tests/length-of-run.ts'
import { isStopWord, stemsOf, tokenize } from './words.ts'

const PHRASINGS: readonly ((x: string, product: string) => string)[] = [
  (x, product) => `is there ${x} in the ${product}`,
  (x, product) => `do the ${product} have ${x}`,
  (x, product) => `Does your ${product} contain any ${x}?`,
  (x, product) => `${product} without ${x}`,
  (x, product) => `are the ${product} made with ${x}?`,
  (x, product) => `${x} in the ${product}?`,
  (x, product) => `hi! any ${x} in your ${product}? thank you`,
  (x, product) => `how much are the ${product} and do they have ${x}`,
  (x, product) => `i love the ${product}, is there ${x} in them`,
]

/** Words that never ask what is in a product, whatever the question. */
const ASKED_FOR_ITSELF = new Set(
  'bake cook freezer hens keep keeps picking ready refrigerator until'.split(' '),
)

const saidOf = (name: string) => name.replace(/,.*/, '').toLowerCase()

function wordsIn(text: string): string[] {
  const words = tokenize(text).filter(
    (token) => token.text.length > 2 && !isStopWord(token) && !ASKED_FOR_ITSELF.has(token.text),
  )
  return [...new Set(words.map(({ text: word }) => word))]
}

const shop = aQuestionedFarm()

describe('what is in a product', () => {
  test('is quoted from its own text, or said to be unseen there, and never denied', async () => {
    const products = await listProductTexts(shop.db)
    const words = [...new Set(products.flatMap(({ description }) => wordsIn(description)))]
    const cases = words.flatMap((word) =>
      products.flatMap((product) => PHRASINGS.map((phrase) => ({ word, product, phrase }))),
    )
    const faults: string[] = []
    for (const { word, product, phrase } of someOf(cases, 151)) {
      const { name, category, description, allergens } = product
      // `are the eggs made with eggs` asks about the product itself.
      if (stemsOf(`${name} ${category}`).includes(stemOf(word))) continue
      const text = phrase(word, saidOf(name))
      const answer = await ask(shop, text)
      const short = name.replace(/,.*/, '')
      const quotes = [...answer.matchAll(/([^“”]*): “([^”]*)”/g)]
      const isQuoted = quotes.some(
        ([, named = '', quoted = '']) =>
          named.endsWith(short) && stemsOf(quoted).includes(stemOf(word)),
      )
      const isWritten = stemsOf(description).includes(stemOf(word))
      if (isWritten && !isQuoted) faults.push(`“${text}” is not answered from the text: ${answer}`)
      const isListed = allergens !== null && answer.includes(`${short}: ${allergens}`)
      const isUnseen = /I don’t see|No allergens are listed/.test(answer) && answer.includes(short)
      if (!isWritten && !isQuoted && !isUnseen && !isListed)
        faults.push(`“${text}” does not say that it is unseen: ${answer}`)
      const own = answer.replaceAll(/“[^”]*”/g, '')
      if (/(?:do not|don’t) have|(?:does not|doesn’t) contain|free of(?! an allergen)/.test(own))
        faults.push(`“${text}” is denied: ${answer}`)
    }
    expect(cases.length).toBeGreaterThan(20_000)
    expect(faults).toEqual([])
  }, 300_000)

  test('is named for each product asked about, and a part of what is sought as what it is', async () => {
    const both = await ask(shop, 'do the pickles and the ranch mix have garlic or sugar?', 'both')
    expect(both).toMatch(/Dill Pickles: “[^”]*garlic/)
    expect(both).toMatch(/Dill Ranch Mix: “[^”]*garlic/)
    expect(both).toMatch(/don’t see sugar in what is written about Dill Pickles or Dill Ranch Mix/)
    for (const text of ['is the cheese pasteurized? im pregnant', 'which cheeses are pasteurized'])
      for (const name of ['Farmers Cheese', 'Garden Herb Cheese', 'Smoked Cheese'])
        expect(await ask(shop, text, text)).toMatch(new RegExp(`${name}: “[^”]*pasteurized`))
    expect(await ask(shop, 'are the eggs pasteurized? I am pregnant', 'eggs')).toMatch(
      /I don’t see pasteurized in what is written about .*Eggs.*; please ask us\./,
    )
    expect(await ask(shop, 'do the dill pickles have poppy seeds', 'seeds')).toMatch(
      /mustard seed.*I don’t see poppy seeds in what is written about/,
    )
    // A common word adds no other allergen.
    for (const text of ['my son cant have peanuts, what is ok', 'no peanuts please, what is safe'])
      expect(await ask(shop, text, text)).toMatch(
        /^No product of ours has peanuts on its allergen list/,
      )
  })

  test('is no matter where a product alone is asked about', async () => {
    for (const text of [
      'any potatoes in your produce',
      'are there any bagels left in the bakery',
      'do you have eggs in december',
      'can I get eggs with my order of bagels',
      'do the eggs have to be refrigerated',
      'can I pick up in the farm store with my eggs',
      'is delivery included with the eggs',
      'do you have free range eggs',
    ])
      expect(await ask(shop, text, crypto.randomUUID())).not.toMatch(/don’t see/)
  })
})
