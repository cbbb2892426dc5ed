import { describe, expect, test } from 'vitest'
import { namesAllergen } from '../products/allergens.ts'
import { allergenQuestion } from './allergen-question.ts'

const named = (text: string, recorded?: readonly string[]) =>
  allergenQuestion(text, new Set(recorded))?.allergens.map(({ name }) => name)

describe('a question about allergens', () => {
  test.each([
    ['gluten free', ['wheat or gluten']],
    ['I have celiac disease', ['wheat or gluten']],
    ['diary free', ['milk']],
    ['nondairy', ['milk']],
    ['eggless', ['eggs']],
    ['nutfree', ['nuts']],
    ['free of milk, eggs and nuts', ['milk', 'eggs', 'nuts']],
    ['is it peanut-free?', ['peanuts']],
    ['seafood allergy', ['fish', 'shellfish']],
    ['are the bagels vegan', ['milk', 'eggs', 'fish', 'shellfish']],
    ['our kid has allergies', []],
    ['any allergens?', []],
    ['what else is made with butter', ['milk']],
    ['is there wheat in the pickles', ['wheat or gluten']],
    ['ANY SESAME IN IT', ['sesame']],
  ])('is %s', (text, names) => {
    expect(named(text)).toEqual(names)
  })

  test('knows what the farmer wrote down, in no list of ours', () => {
    expect(named('strawberry free jam')).toBeUndefined()
    expect(named('strawberry free jam', ['strawberry'])).toEqual(['strawberry'])
    expect(named('is there garlic in it', ['garlic'])).toEqual(['garlic'])
  })

  test.each([
    'sesame bagels',
    'do you have sesame bagels',
    'can I have two sesame bagels',
    'how much are eggs?',
    'are your eggs free range',
    'cage free eggs',
    'no eggs left?',
    'are there no eggs today?',
    'you dont have eggs?',
    "why don't you have cheese",
    'are eggs in stock',
    'do you have eggs in the store',
    'how many eggs in a dozen',
    'my 2 eggs were broken',
    'what goes with cheese',
    'what cheeses do you carry',
    'is delivery free on cheese orders',
    'do you deliver eggs without a fee',
    'how long do eggs keep in the fridge',
    'do you sell raw milk or butter',
    'is there a better way to pay',
    'what is free',
    'constructor',
    '',
  ])('is not %j', (text) => {
    expect(allergenQuestion(text)).toBeNull()
  })

  test.each([
    'gluten free',
    'no nuts please',
    'dairy-free foods',
    'free from milk and eggs',
    'vegan',
    'without sesame.',
  ])('is bare: %s', (text) => {
    expect(allergenQuestion(text)?.isBare).toBe(true)
  })

  test.each(['gluten free bagels', 'what is gluten free?', 'do you have anything without nuts'])(
    'is not bare: %s',
    (text) => {
      expect(allergenQuestion(text)?.isBare).toBe(false)
    },
  )

  test.each([
    'no '.repeat(166),
    'milk and '.repeat(55),
    '@ free '.repeat(70),
    'made with '.repeat(50),
    'is there any '.repeat(38),
  ])('does not hang on %j', (text) => {
    expect(() => allergenQuestion(`${text}sesame`)).not.toThrow()
  })
})

test.each([
  ['wheat, sesame', 'sesame'],
  ['may contain SESAME', 'sesame'],
  ['sesme', 'sesame'],
  ['Walnuts', 'nut'],
  ['hazelnut paste', 'nuts'],
  ['peanuts', 'nuts'],
  ['buttermilk powder', 'dairy'],
  ['spelt flour', 'gluten'],
  ['anchovies', 'fish'],
])('the record %j names what is asked for by %s', (record, allergen) => {
  const feared = allergenQuestion(`${allergen} free`)?.allergens ?? []
  expect(feared.some((one) => namesAllergen(record, one))).toBe(true)
})

test('a record of wheat names no nuts', () => {
  const feared = allergenQuestion('nut free')?.allergens ?? []
  expect(feared.some((allergen) => namesAllergen('wheat, sesame', allergen))).toBe(false)
})
