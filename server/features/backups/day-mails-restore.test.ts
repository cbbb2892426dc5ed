import { expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import type { ShopLocation } from '#server/features/backups/write-backup.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { sendLetters } from '#server/features/newsletter/send-letters.ts'
import { closeDay } from '#server/features/orders/close-day.ts'
import { previewClosing } from '#server/features/orders/plan-closing.ts'
import { notifyOfDays } from '#server/features/orders/queue-day-mails.ts'
import { notifyWaiters } from '#server/features/waiting-list/notify-waiters.ts'
import { aBackupOf, anEmptyLocation, ENGINE, NOW, openIn } from '#tests/a-backup.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { aProduct } from '#tests/a-shop.ts'
import { seedPlaces } from '#tests/seed-places.ts'
import { restoreBackup } from './restore-backup.ts'

/** 6 PM on the farm, the evening before the market. */
const EVENING = new Date('2026-11-21T01:00:00.000Z')

async function openWithMail(place: ShopLocation, now: Date) {
  const opened = await openIn(place, now)
  const { letters, mailer, state } = aMailbox()
  opened.shop.mail = mailer
  const subjects = () => letters.map(({ subject }) => subject.replace('Test order: ', '')).sort()
  return { ...opened, letters, state, subjects }
}

type Opened = Awaited<ReturnType<typeof openWithMail>>

async function dayId({ db }: Opened, day: string, place: number): Promise<number> {
  const days = db.selectFrom('market_days').select('id').where('day', '=', day)
  return (await days.where('place_id', '=', place).executeTakeFirstOrThrow()).id
}

/** Moves what is left of the market to the farm store, always as the same operation. */
async function move(opened: Opened, operation: string) {
  const from = await dayId(opened, '2026-11-21', 1)
  const moveTo = await dayId(opened, '2026-11-28', 2)
  const closing = { id: operation, message: '', moveTo, cancelRest: false }
  const { confirm } = await previewClosing(opened.shop, from, closing)
  const done = await closeDay(opened.shop, from, { ...closing, confirm })
  await notifyOfDays(opened.shop)
  return done
}

/**
 * Orders 1 to 3 are for the market, 4 for the farm store; backed up after the second moved, before
 * anyone was told.
 */
async function aBackupInMidMove() {
  const place = await anEmptyLocation(ENGINE)
  await seedPlaces(place)
  const first = await openWithMail(place, NOW)
  const eggs = await aProduct(first.db, { stock: 30, price: 2500 })
  for (const pickupLocation of [...Array(3).fill('farmers_market'), 'farm_store'])
    await aKeyedBuyer(first).buy(orderBody([[eggs, 1]], { pickupLocation }))
  const operation = crypto.randomUUID()
  first.state.says = () => {
    throw new Error('no mail server')
  }
  await move(first, operation)
  const back = { pickup_location: 'farmers_market', pickup_date: '2026-11-21', revision: 0 }
  const market_day_id = await dayId(first, '2026-11-21', 1)
  await write(first.db, async (tx) => {
    const third = tx.updateTable('orders').set({ ...back, market_day_id, cancel_until: null })
    await third.where('id', '=', 3).execute()
    await tx.deleteFrom('outbox').where('order_id', '=', 3).where('kind', '=', 'moved').execute()
  })
  await first.close()
  return { place, operation, file: (await aBackupOf(place)).file }
}

test('a shop that is put back as it was in the middle of a move goes on with it, and tells nobody twice', async () => {
  const { place, operation, file } = await aBackupInMidMove()
  const then = await openWithMail(place, EVENING)
  expect(await move(then, operation)).toMatchObject({ moved: 3, left: 0 })
  expect(then.subjects()).toEqual([
    'Pick up your order #4 on Saturday, November 21',
    ...[1, 2, 3].map(
      (id) => `Your order #${id} was moved to Saturday, November 28, at the farm store`,
    ),
  ])
  await then.close()
  await restoreBackup({ ...place, file, passphrase: null, takeOver: false, now: EVENING })
  const again = await openWithMail(place, EVENING)
  await notifyOfDays(again.shop)
  expect(await move(again, operation)).toMatchObject({ moved: 3, left: 0 })
  expect(again.subjects()).toEqual([])
  const revisions = await again.db.selectFrom('orders').select('revision').orderBy('id').execute()
  expect(revisions.map(({ revision }) => revision)).toEqual([1, 1, 1, 0])
  expect(await checkBooks(again.db)).toEqual([])
})

test('a shop that is put back sends no letter again, and none to whoever left or was forgotten', async () => {
  const place = await anEmptyLocation(ENGINE)
  const first = await openWithMail(place, NOW)
  const subscriber = (name: string) => ({
    ...{ email_key: `${name}@a.example`, email: `${name}@a.example`, consent: 'Yes.' },
    ...{ state: 'subscribed' as const, asked_at: NOW.toISOString(), leave_secret: name },
  })
  const letter = (key: string) => ({
    ...{ letter_key: key, subject: key, body: 'Beets are in.', postal_address: '1 Farm Rd' },
  })
  const begun = { begun_at: NOW.toISOString(), recipients: 3 }
  const plan = { subject: 'Planned', body: 'Beets.', day: '2026-11-18', time: '11:30' }
  await write(first.db, async (tx) => {
    const names = ['ada', 'bo', 'cy'].map(subscriber)
    await tx.insertInto('subscribers').values(names).execute()
    await tx
      .insertInto('letters')
      .values({ ...letter('Begun'), ...begun })
      .execute()
    const planned = { ...plan, letter_key: 'Planned', planned_at: NOW.toISOString() }
    await tx.insertInto('planned_letters').values(planned).execute()
  })
  await first.close()
  const { file } = await aBackupOf(place)
  const then = await openWithMail(place, NOW)
  await sendLetters(then.shop)
  expect(then.subjects()).toEqual(['Begun', 'Begun', 'Begun'])
  await write(then.db, async (tx) => {
    await tx.deleteFrom('planned_letters').execute()
    await tx.deleteFrom('subscribers').where('leave_secret', '=', 'cy').execute()
    const left = { state: 'left' as const, left_at: NOW.toISOString() }
    await tx.updateTable('subscribers').set(left).where('leave_secret', '=', 'bo').execute()
  })
  await then.close()
  await restoreBackup({ ...place, file, passphrase: null, takeOver: false, now: NOW })
  const again = await openWithMail(place, NOW)
  await sendLetters(again.shop)
  expect(again.letters).toEqual([])
  await write(again.db, (tx) =>
    tx
      .insertInto('letters')
      .values({ ...letter('Next'), ...begun })
      .execute(),
  )
  await sendLetters(again.shop)
  expect(again.letters.map(({ to }) => to)).toEqual(['ada@a.example'])
  expect(await again.db.selectFrom('planned_letters').select('id').execute()).toEqual([])
  expect(await again.db.selectFrom('subscribers').select('state').orderBy('id').execute()).toEqual([
    { state: 'subscribed' },
    { state: 'left' },
  ])
})

test('a shop that is put back tells nobody again that a product is back, and nobody who left', async () => {
  const place = await anEmptyLocation(ENGINE)
  const first = await openWithMail(place, NOW)
  const beets = await aProduct(first.db, { stock: 0 })
  const wait = (name: string) => ({
    ...{ product_id: beets.id, mailbox: `${name}@a.example`, email: `${name}@a.example` },
    ...{ state: 'waiting' as const, asked_at: NOW.toISOString(), secret_hash: name },
  })
  const restock = ({ db }: Opened, stock: number) =>
    write(db, (tx) => tx.updateTable('products').set({ stock }).execute())
  const names = ['ada', 'bo']
  await write(first.db, (tx) => tx.insertInto('waiters').values(names.map(wait)).execute())
  await first.close()
  const { file } = await aBackupOf(place)
  const then = await openWithMail(place, NOW)
  await write(then.db, (tx) => tx.deleteFrom('waiters').where('secret_hash', '=', 'bo').execute())
  await restock(then, 1)
  await notifyWaiters(then.shop)
  expect(then.letters.map(({ to }) => to)).toEqual(['ada@a.example'])
  await then.close()
  await restoreBackup({ ...place, file, passphrase: null, takeOver: false, now: NOW })
  const again = await openWithMail(place, NOW)
  await restock(again, 1)
  await notifyWaiters(again.shop)
  expect(again.letters).toEqual([])
})
