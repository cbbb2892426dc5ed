import { describe, expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { createProduct } from '#server/features/products/edit-product.ts'
import { type AShop, aShop } from '#tests/a-shop.ts'
import { ask } from '#tests/a-visitor.ts'
import {
  BARE,
  type Group,
  OF_A_GROUP,
  OF_THE_SHOP,
  slipsOf,
} from '#tests/farm-questions/allergen-questions.ts'
import { someOf } from '#tests/length-of-run.ts'

/** What customers say, with the words in records that count as it. */
const ALLERGENS: Readonly<Record<string, string>> = {
  gluten: 'wheat|barley|gluten',
  wheat: 'wheat',
  barley: 'barley',
  milk: 'milk|cheese|butter',
  dairy: 'milk|cheese|butter',
  lactose: 'milk|cheese|butter',
  egg: 'egg',
  eggs: 'egg',
  nut: 'walnut|peanut|nuts|hazelnut',
  nuts: 'walnut|peanut|nuts|hazelnut',
  'tree nuts': 'walnut|nuts|hazelnut',
  peanut: 'peanut',
  peanuts: 'peanut',
  sesame: 'sesame',
  'sesame seeds': 'sesame',
  soy: 'soy',
  mustard: 'mustard',
  celery: 'celery',
  fish: 'anchovies',
  shellfish: 'shrimp',
  sulfites: 'sulfites',
  garlic: 'garlic',
  strawberries: 'strawberries',
}

const RECORDS = [
  'wheat, sesame',
  'wheat; may contain sesame',
  'Wheat, barley malt, may contain traces of hazelnuts and milk',
  'milk',
  'butter, made beside peanuts',
  'Contains egg and mustard',
  'may contain walnuts, soy',
  'sulfites, celery',
  'anchovies (fish), shrimp',
  'garlic, strawberries',
  'cheese',
  null,
] as const

const named = (kinds: string, goods: string) => kinds.split(' ').map((kind) => `${kind} ${goods}`)

const GROUPS: readonly (Group & { category: string; others: readonly string[] })[] = [
  {
    ...{ category: 'Bakery', called: 'bagels', one: 'sesame bagel' },
    others: named(
      'Sesame Onion Plain Egg Garlic Cheese Milk Nut Peanut Mustard Soy Celery',
      'Bagels',
    ),
  },
  {
    ...{ category: 'Pickled Goods', called: 'pickles', one: 'mustard pickle' },
    others: named(
      'Mustard Dill Sweet Garlic Egg Wheat Fish Sesame Celery Strawberry Milk Sour',
      'Pickles',
    ),
  },
]

type Written = { name: string; called: string; record: string | null }

const written: Written[] = []

async function aStockedShop(): Promise<AShop> {
  const shop = await aShop()
  written.length = 0
  for (const { category, others, called } of GROUPS)
    for (const [place, name] of others.entries()) {
      const record = RECORDS[(place * 5) % RECORDS.length] ?? null
      const draft = {
        ...{ name, description: 'Free of worries, safe and sound.', category, imageUrl: null },
        ...{ allergens: record, price: 700 as Cents },
        // Every third product is sold out.
        stock: (place % 3) * 4,
      }
      await createProduct(shop.db, draft, shop.clock.now)
      written.push({ name, called, record })
    }
  return shop
}

const namesIt = (record: string | null, pattern: string) =>
  record !== null && new RegExp(pattern, 'i').test(record)

function faultsOf(answer: string, meant: readonly Written[], pattern: string): string[] {
  const lists = answer.replace(/No allergens are listed for .*?before you buy\./, '')
  const leftOut = meant.filter(
    ({ name, record }) => namesIt(record, pattern) && !lists.includes(name),
  )
  const unread = written.filter(
    ({ name, record }) => record && lists.includes(name) && !lists.includes(record),
  )
  const silent = meant.filter(({ name, record }) => !record && !answer.includes(name))
  const isTaken = written.filter(({ name, record }) => !record && lists.includes(name))
  const promises = lists
    .replace('can’t promise that anything is free of an allergen', '')
    .match(/\bfree of\b|\bsafe\b|\byes\b|\bfine\b|can eat|does not contain|\bno traces?\b/gi)
  return [
    ...leftOut.map(({ name }) => `leaves out ${name}`),
    ...unread.map(({ name }) => `names ${name} without its record`),
    ...silent.map(({ name }) => `does not say that nothing is written down for ${name}`),
    ...isTaken.map(({ name }) => `counts the empty record of ${name}`),
    ...(promises ?? []).map((promise) => `promises: ${promise}`),
    ...(/\$\d|in stock|sold out|left/.test(answer) ? ['sells something'] : []),
    ...(/can’t promise that anything is free of an allergen/.test(answer) ? [] : ['has no caveat']),
  ]
}

async function faultsOfAll(
  shop: AShop,
  cases: readonly { text: string; meant: readonly Written[]; pattern: string }[],
) {
  const faults: string[] = []
  for (const { text, meant, pattern } of cases) {
    const answer = await ask(shop, text)
    faults.push(...faultsOf(answer, meant, pattern).map((fault) => `“${text}” ${fault}`))
  }
  return faults
}

const WAYS = Object.entries(ALLERGENS).flatMap(([a, pattern]) =>
  [a, ...slipsOf(a)].map((typed) => ({ a: typed, pattern })),
)

describe('a question that joins an allergen with being free of it', () => {
  test('about the shop names each product with it on record, and recommends none', async () => {
    const shop = await aStockedShop()
    const cases = WAYS.flatMap(({ a, pattern }) =>
      OF_THE_SHOP.map((phrase) => ({ text: phrase(a), meant: written, pattern })),
    )
    expect(await faultsOfAll(shop, someOf(cases, 7))).toEqual([])
  })

  test('about a group reads every record of the group', async () => {
    const shop = await aStockedShop()
    const cases = GROUPS.flatMap((group) => {
      const meant = written.filter(({ called }) => called === group.called)
      return WAYS.flatMap(({ a, pattern }) =>
        OF_A_GROUP.map((phrase) => ({ text: phrase(a, group), meant, pattern })),
      )
    })
    expect(await faultsOfAll(shop, someOf(cases, 11))).toEqual([])
  })

  test('that names only what to avoid is told where the list is, and no product', async () => {
    const shop = await aStockedShop()
    const texts = WAYS.flatMap(({ a }) => BARE.map((phrase) => phrase(a)))
    for (const text of someOf(texts, 3)) {
      const answer = await ask(shop, text)
      const named = written.filter(({ name }) => answer.includes(name))
      expect([text, named, /\$/.test(answer)]).toEqual([text, [], false])
      expect(answer).toMatch(/don’t sort our products by allergen.*can’t promise/)
    }
  })
})
