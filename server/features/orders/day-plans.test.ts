import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { listUnsettledDays } from '#server/features/calendar/open-orders.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { plansOf, READS_ALL } from '#tests/query-plans.ts'
import { listAudience, listUnsettled, mailsOfDay } from './day-orders.ts'

const NOW = new Date('2026-11-18T18:00:00.000Z')

test('the orders and mails of a day are found by their indexes', async () => {
  const { db } = await aShop({ hasNewDatabase: true })
  const { id } = await aProduct(db)
  await fillWithOrders(db, 2000, NOW, [id])
  const reminder = {
    queue: 'days',
    kind: 'reminder',
    recipient: 'a@b.co',
  } as const
  await write(db, async (tx) => {
    await tx.updateTable('orders').set({ market_day_id: 1 }).where('id', '<=', 100).execute()
    const mails = Array.from({ length: 400 }, (_, index) => ({
      ...reminder,
      ...{ order_id: index + 1, market_day_id: 1 + (index % 20) },
    }))
    await queueMails(tx, mails, NOW)
  })
  if (inject('postgresUrl')) await write(db, (tx) => sql`analyze`.execute(tx))
  const plans = await plansOf(db, async (tx) => [
    await listAudience(tx, 1, true),
    await listUnsettled(tx, 1),
    await mailsOfDay(tx, 1, 'reminder').selectAll().execute(),
  ])
  const closed = await plansOf(db, (tx) => listUnsettledDays(tx))
  // With few orders open, PostgreSQL may just as well start from those.
  expect(plans.join('\n')).toMatch(
    inject('postgresUrl') ? /orders_of_(?:market_day|status)/ : /orders_of_market_day/,
  )
  expect(plans.join('\n')).toMatch(/one_mail_of_a_day/)
  expect(closed.join('\n')).not.toMatch(/SCAN orders(?! USING)/)
  expect(plans.filter((line) => READS_ALL.test(line))).toEqual([])
})
