import { expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { addSetting } from '#server/features/settings/change-setting.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { ask } from '#tests/a-visitor.ts'

/** A Wednesday; the seeded market is on Saturdays. */
const WEDNESDAY = new Date('2026-11-18T18:00:00.000Z')

async function aFarm(): Promise<AShop> {
  const shop = await aShop()
  shop.clock.now = WEDNESDAY
  return shop
}

test('who asks until when to order hears it, and no market hours', async () => {
  const shop = await aFarm()
  for (const text of [
    'how late can I order for saturday?',
    'can i still order for saturday',
    'until when can i order',
    'what is the deadline?',
  ]) {
    const answer = await ask(shop, text, text)
    expect(answer).toMatch(/^(?:Yes\. )?For Saturday, November 21, order by /)
    expect(answer).not.toContain('stall')
  }
})

test('for a day without a market nothing can be ordered, and the next one that can is named', async () => {
  expect(await ask(await aFarm(), 'can i still order for tomorrow')).toMatch(
    /^No, we’re not taking orders for tomorrow right now\. For Saturday, November 21, order by /,
  )
})

test('who wants to cancel is told where, if the farmer lets buyers cancel', async () => {
  const shop = await aFarm()
  expect(await ask(shop, 'I want to cancel my order')).toMatch(/^You can cancel an order yourself/)
  expect(await ask(shop, 'I want a refund')).toMatch(/^For changes or refunds, please/)
  await addSetting(shop.db, { key: 'buyer_cancels', value: 'false' }, shop.clock.now)
  expect(await ask(shop, 'I want to cancel my order')).toMatch(/^For changes or refunds, please/)
})

test('an insult is no question for the farmer', async () => {
  const shop = await aFarm()
  for (const text of ['you suck', 'this is stupid', 'fuck you'])
    expect(await ask(shop, text, text)).toMatch(/^Sorry I couldn’t help\./)
  expect(await shop.db.selectFrom('questions').selectAll().execute()).toEqual([])
})

test('an organic egg is vouched for by a page that says so of it, and by no other', async () => {
  const shop = await aFarm()
  const say = (title: string, content: string) =>
    write(shop.db, (tx, emit) => {
      emit({ kind: 'pages' })
      return tx
        .insertInto('pages')
        .values({
          ...{ title, content, slug: title.toLowerCase(), meta_description: '', is_active: true },
          ...{ created_at: WEDNESDAY.toISOString(), updated_at: WEDNESDAY.toISOString() },
        })
        .execute()
    })
  await aProduct(shop.db, { name: 'Hen Eggs' })
  await say('Beds', '<p>We spray nothing on what you eat.</p>')
  expect(await ask(shop, 'are your eggs organic?')).not.toContain('spray')
  await say('Hens', '<p>Our eggs are certified organic.</p>')
  expect(await ask(shop, 'are your eggs organic?')).toContain('Our eggs are certified organic.')
})
