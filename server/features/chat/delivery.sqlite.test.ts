import { describe, expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { write } from '#server/db/write.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { ask } from '#tests/a-visitor.ts'
import { changeProduct } from '../products/edit-product.ts'
import { findTown } from './town-in-question.ts'

async function aShopWithZone(name: string, zips: string[]): Promise<AShop> {
  const shop = await aShop()
  const zone = { name, zips: JSON.stringify(zips) }
  await write(shop.db, (tx) =>
    tx.updateTable('places').set(zone).where('kind', '=', 'delivery').execute(),
  )
  return shop
}

describe('a shop whose zones name ZIP codes', () => {
  test('says yes or no, or asks for the ZIP', async () => {
    const shop = await aShopWithZone('Custer County', ['57747', '57730'])
    for (const [question, answer] of [
      ['do you deliver to 57747', /^Yes, we deliver to 57747 for \$5\.00, on orders of \$20\.00/],
      ['57730', /^Yes, we deliver to 57730 /],
      ['my zip code is 57730-1234', /^Yes, we deliver to 57730 /],
      ['do you deliver to Custer?', /^Yes, we deliver to Custer /],
      [
        'do you deliver to 90210',
        /^No, we don’t deliver to 90210, only to ZIP codes 57747 and 577/,
      ],
      ['do you deliver to California', /^No, we don’t deliver to California/],
      ['do you deliver eggs to Denver, CO', /^No, we don’t deliver to Denver CO/],
      ['do you deliver to West Virginia', /^No, we don’t deliver to West Virginia/],
      ['do you ship to Denver', /^No, we don’t ship to Denver\. We deliver to Custer County /],
      ['do you deliver to Rapid City, SD', /What is the ZIP code in Rapid City SD\?/],
      ['delivery to hill city on Saturday?', /What is the ZIP code in Hill City\?/],
      ['do you deliver to my house', /^We deliver to Custer County for \$5\.00/],
    ] as const)
      expect(await ask(shop, question, crypto.randomUUID())).toMatch(answer)
  })

  test('names a ZIP code by the digits that it begins with', async () => {
    const shop = await aShopWithZone('The Hills', ['577'])
    expect(await ask(shop, 'do you deliver to 57701')).toMatch(/^Yes/)
    expect(await ask(shop, 'do you deliver to 57201')).toMatch(/^No, .* only to ZIP code 577xx\./)
  })

  test('says so where nobody is delivered to', async () => {
    const shop = await aShop()
    await write(shop.db, (tx) =>
      tx
        .updateTable('places')
        .set({ retired_at: shop.clock.now.toISOString() })
        .where('kind', '=', 'delivery')
        .execute(),
    )
    expect(await ask(shop, 'do you deliver to 57747')).toMatch(/^We don’t deliver right now\./)
  })
})

test('a shop without ZIP codes says what it does know, and neither yes nor no', async () => {
  const answer = await ask(await aShop(), 'do you deliver to 57747?')
  expect(answer).toMatch(/^We deliver in the Hot Springs area only, for \$5\.00/)
  expect(answer).not.toMatch(/\b(?:yes|no)\b/i)
})

test.each([
  ['do you deliver to my door', null],
  ['do you deliver in winter', null],
  ['how do I get to the market', null],
  ['do you ship to the city of Fall River', 'Fall River'],
  ['can you bring it to my house in Edgemont please', 'Edgemont'],
  ['Do you deliver to New York City on Fridays?', 'New York City'],
])('the place in %j is %j', (question, text) => {
  expect(findTown(question)?.name ?? null).toBe(text)
})

test('of keeping a product its own description is quoted, or the lack of words is admitted', async () => {
  const shop = await aShop()
  const kale = await aProduct(shop.db, { name: 'Curly Kale', category: 'Vegetables' })
  await aProduct(shop.db, { name: 'Chili Rub', category: 'Seasonings & Mixes' })
  const description =
    'Sweetest in the cool months, when a week of frost has passed. Keeps a week in a damp towel.'
  await changeProduct(shop.db, kale.id, { description }, shop.clock.now)
  expect(await ask(shop, 'how do I store kale')).toBe('Curly Kale: “Keeps a week in a damp towel.”')
  expect(await ask(shop, 'how do I store the chili rub')).toBe(
    'Nothing is written about how to keep Chili Rub.',
  )
})

test('each zone’s fee and minimum are told of the place that is asked about, else of all', async () => {
  const shop = await aShop()
  const custer = {
    ...{ key: 'custer', kind: 'delivery' as const, name: 'Custer', map_url: null, position: 4 },
    ...{ zips: JSON.stringify(['57730']), fee_cents: 750 as Cents, minimum_cents: 3000 as Cents },
    retired_at: null,
  }
  await write(shop.db, (tx) => tx.insertInto('places').values(custer).execute())
  expect(await ask(shop, 'do you deliver to 57730?')).toMatch(
    /^Yes, we deliver to 57730 for \$7\.50, on orders of \$30\.00 or more\./,
  )
  expect(await ask(shop, 'do you deliver?')).toContain(
    'Elsewhere: $5.00, on orders of $20.00 or more. Custer: $7.50, on orders of $30.00 or more.',
  )
})
