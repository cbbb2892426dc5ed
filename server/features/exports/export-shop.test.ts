import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { backups } from '#contract/backups/backups.ts'
import { history } from '#contract/people/history.ts'
import { write } from '#server/db/write.ts'
import { replaceTerms } from '#server/features/checkout/order-record.ts'
import { subscribe } from '#server/features/newsletter/subscription.ts'
import { storePicture } from '#server/features/uploads/pictures.ts'
import { aPhoto } from '#tests/a-picture.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { insertOrder, type Line, ORDER } from '#tests/an-order-row.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { readZip } from '#tests/read-zip.ts'
import { exportShop } from './export-shop.ts'

/** With its words, by which customers are known. */
async function order({ db }: AShop, given: Partial<typeof ORDER>, lines: Line[] = []) {
  const id = await insertOrder({ db }, given, lines)
  await write(db, (tx) => replaceTerms(tx, id, { ...ORDER, ...given }))
}

/** The same for many at once. */
async function orders(
  { db }: AShop,
  many: number,
  givenTo: (nth: number) => Partial<typeof ORDER>,
) {
  const rows = Array.from({ length: many }, (_, nth) => {
    return { ...ORDER, ...givenTo(nth), receipt_secret: crypto.randomUUID() }
  })
  await write(db, async (tx) => {
    const made = await tx.insertInto('orders').values(rows).returning('id').execute()
    for (const [nth, { id }] of made.entries())
      await replaceTerms(tx, id, { ...ORDER, ...givenTo(nth) })
  })
}

async function aFullShop() {
  const shop = await aShop()
  const call = atSettledDesk(shop)
  const imageUrl = await storePicture(shop.shop, await aPhoto())
  await call('POST', '/api/categories', { name: 'Honey' })
  const honey = { name: 'Clover honey', category: 'Honey', price: 9, stock: 5, imageUrl }
  await call('POST', '/api/products', { ...honey, description: '' })
  const line = { product_id: 1, quantity: 4, returned: 0 }
  await order(shop, { customer_name: '=cmd|Ada' }, [line])
  await order(shop, { customer_name: 'Ada Miller', customer_email: 'ADA@example.com' }, [line])
  await order(shop, { customer_name: 'Ben', customer_email: 'ben@example.com' }, [line])
  await call('PUT', '/api/customers/2/note', { note: 'Likes brown eggs' })
  await subscribe(shop.shop, 'cleo@example.com')
  await call('POST', '/api/recipes', {
    recipeData: { name: 'Honey bread', servings: 4 },
    ingredients: [{ name: 'Flour', quantity: 2, unit: 'cup', costPerUnit: 0.4 }],
  })
  const content = `<p>Bees & <img src="${imageUrl}" alt="Bees"></p>`
  await call('POST', '/api/pages', { title: 'Our <bees>', content })
  return { shop, call, imageUrl }
}

test('everything the farm has comes in one ZIP of files that open without the shop', async () => {
  const { call, imageUrl } = await aFullShop()
  const answer = await call('GET', backups.everything.path)
  expect(answer.headers['content-type']).toBe('application/zip')
  expect(answer.headers['content-disposition']).toContain('farmstand-everything-2026-11-18.zip')
  const files = readZip(answer.rawPayload)
  const picture = `pictures/${imageUrl.split('/').at(-1)}`
  expect([...files.keys()].sort()).toEqual([
    ...['README.txt', 'categories.csv', 'customers.csv', 'order-items.csv', 'orders.csv'],
    ...['pages/our-bees.html', picture, 'products.csv', 'recipe-ingredients.csv', 'recipes.csv'],
    'subscribers.csv',
  ])
  const rows = (name: string) => files.get(name)?.toString().trimEnd().split('\r\n') ?? []
  expect(rows('orders.csv')).toHaveLength(4)
  expect(rows('order-items.csv')).toHaveLength(4)
  expect(rows('customers.csv').slice(1)).toEqual([
    expect.stringMatching(/^Ben,ben@example\.com,,1,.*,$/),
    expect.stringMatching(/^Ada Miller,ADA@example\.com,,2,.*,Likes brown eggs$/),
  ])
  // A name that a spreadsheet would run is text.
  expect(files.get('orders.csv')?.toString()).toContain(",'=cmd|Ada,")
  expect(rows('subscribers.csv')[1]).toContain('cleo@example.com,subscribed,2026-11-18')
  expect(rows('products.csv')[1]).toContain('Clover honey')
  expect(rows('categories.csv')).toEqual(['\uFEFFName,Hidden', 'Honey,'])
  expect(rows('recipes.csv')[1]).toContain('Honey bread,,4,')
  expect(rows('recipe-ingredients.csv')[1]).toBe('Honey bread,Flour,2,cup,0.4,,')
  const page = files.get('pages/our-bees.html')?.toString()
  expect(page).toContain('<h1>Our &lt;bees&gt;</h1>')
  expect(page).toContain(`src="../${picture}"`)
  const [latest] = (await call('GET', history.all.path)).json().entries
  expect(latest).toMatchObject({ action: 'exported', subject: 'shop' })
})

test('customers of more orders than are read at once stand there once, the same person too', async () => {
  const shop = await aShop()
  await aProduct(shop.db)
  await orders(shop, 450, (nth) => ({
    customer_name: `Buyer ${nth % 3}`,
    customer_email: nth < 300 ? `buyer-${nth % 3}@example.com` : '',
    customer_phone: `605555010${nth % 3}`,
  }))
  const files = readZip(await buffer(await exportShop(shop.shop)))
  expect(
    files
      .get('customers.csv')
      ?.toString()
      .match(/Buyer \d,buyer-\d@/g),
  ).toHaveLength(3)
  expect(files.get('customers.csv')?.toString().trimEnd().split('\r\n')).toHaveLength(4)
})

test('customers are sent while they are read, so that a long list is never taken for a hung transfer', async () => {
  const shop = await aShop()
  const customer_name = 'Buyer '.padEnd(200, 'r')
  await orders(shop, 420, (nth) => ({ customer_name, customer_email: `${nth}@example.com` }))
  let text = ''
  let isLate = false
  for await (const chunk of await exportShop(shop.shop)) {
    text += chunk
    if (isLate || !text.includes('419@example.com,,1')) continue
    isLate = true
    const oldest = (tx: AShop['db']) => tx.updateTable('orders').where('id', '=', 1)
    await write(shop.db, (tx) => oldest(tx).set({ customer_name: 'Read last' }).execute())
  }
  expect(text).toContain('Read last,0@example.com')
})

test('a file that cannot be read breaks the transfer off: nobody keeps half of it for the whole', async () => {
  const { shop } = await aFullShop()
  const pictures = {
    ...shop.shop.pictures,
    read: () => Promise.reject(new Error('The disk is gone.')),
  }
  await expect(buffer(await exportShop({ ...shop.shop, pictures }))).rejects.toThrow(
    'The disk is gone.',
  )
})
