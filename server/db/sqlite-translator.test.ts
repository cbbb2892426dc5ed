import { expect, inject, test } from 'vitest'
import { aProduct, aShop } from '#tests/a-shop.ts'

test.skipIf(inject('postgresUrl') !== undefined)(
  'a limit is written out and keeps to its number',
  async () => {
    const { db } = await aShop()
    for (const name of ['Eggs', 'Kale', 'Bread']) await aProduct(db, { name })
    const first = db.selectFrom('products').select('id').orderBy('id').limit(2)
    expect(first.compile()).toMatchObject({
      sql: expect.stringMatching(/ limit 2$/),
      parameters: [],
    })
    expect(await first.execute()).toEqual([{ id: 1 }, { id: 2 }])
  },
)
