import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { insertSetting } from '#server/features/settings/change-setting.ts'
import type { Arrived } from './a-mail-server.ts'
import { button, type Job, openPage, openTab, says } from './counted-taps.ts'

const ZELDA = 'Zelda Quickwater'
const READERS = 5

export async function fillForJobs(db: Db, now: Date): Promise<void> {
  const at = now.toISOString()
  await write(db, async (tx) => {
    const order = await tx
      .updateTable('orders')
      .set({ customer_name: ZELDA, status: 'processing', packed_at: at })
      .where('id', '=', (row) =>
        row
          .selectFrom('orders')
          .select((one) => one.fn.max('id').as('id'))
          .where('delivery_method', '=', 'pickup')
          .where('status', '=', 'pending'),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const word of ZELDA.toLowerCase().split(' '))
      await tx.insertInto('order_words').values({ word, order_id: order.id }).execute()
    for (let reader = 1; reader <= READERS; reader++) {
      const email = `reader${reader}@example.com`
      const known = { email, email_key: email, state: 'subscribed' as const, consent: 'Yes' }
      const row = { ...known, asked_at: at, confirmed_at: at, leave_secret: `reader-${reader}` }
      await tx
        .insertInto('subscribers')
        .values({ ...row, left_at: null })
        .execute()
    }
    const address = { key: 'postal_address' as const, value: 'PO Box 12, Custer, SD 57730' }
    await insertSetting(tx, { ...address, description: '' })
  })
}

function aPriceList(): Buffer {
  const rows = Array.from(
    { length: 970 },
    (_, row) => `Import ${row},Vegetables,${(row % 20) + 1}.50,9`,
  )
  return Buffer.from(['name,category,price,stock', ...rows].join('\n'))
}

export const MORE_JOBS: Job[] = []
const job = (name: string, before: string, run: Job['run']) => MORE_JOBS.push({ name, before, run })

job('hand out, found by name', '5 taps, 1 field and a scroll', async (hand) => {
  await openTab(hand, 'Orders')
  await hand.type(hand.page.getByLabel('Find an order'), ZELDA)
  await hand.tap(button(hand.page, /^Hand out, order #/))
  await hand.seen(says(hand.page, /was handed out/))
})
job('CSV of 970 rows', '4 taps, 0.3 s + 1.7 s', async (hand) => {
  const { page } = hand
  await hand.tap(button(page, 'Import'))
  hand.taps++
  await page.getByLabel('Choose CSV file').setInputFiles({
    ...{ name: 'sheet.csv', mimeType: 'text/csv', buffer: aPriceList() },
  })
  await hand.tap(button(page, /^Apply 970 rows/))
  await hand.seen(says(page, /970/))
})
job('slips of one place for its day', 'about 10 taps, at once', async (hand) => {
  const { page } = hand
  await openTab(hand, 'Orders')
  const days = page.getByRole('group', { name: 'Market day' })
  await hand.tap(days.getByRole('button').nth(1))
  await hand.tap(page.getByRole('group', { name: 'Place' }).getByRole('button').nth(1))
  await hand.tap(page.getByLabel(/^Select all/).first())
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await hand.tap(button(page, /^Print slips?/))
  await hand.seen(page.locator('body[data-printed]'))
})
job('CSV of all orders', '2 taps, 0.6 to 1.0 s', async (hand) => {
  const { page } = hand
  await openTab(hand, 'Orders')
  const arrives = page.waitForEvent('download')
  await hand.tap(button(page, 'More about the orders'))
  const file = page.getByRole('link', { name: 'One row for each order' })
  await hand.tap(file)
  await (await arrives).path()
  await hand.seen(file)
})
job('letter to five', '4 taps, 5 s', async (hand) => {
  const { page } = hand
  await openPage(hand, 'Customers')
  await hand.tap(page.getByRole('link', { name: 'Letter', exact: true }))
  await hand.tap(button(page, `Send to ${READERS} subscribers`))
  await hand.tap(page.getByRole('alertdialog').getByRole('button', { name: 'Send' }))
  await hand.seen(says(page, 'The newsletter is on its way'))
})
job('backup, made', '3 taps, 3.9 s', async (hand) => {
  await openPage(hand, 'Settings')
  await hand.tap(hand.page.getByRole('link', { name: 'Backup', exact: true }))
  await hand.tap(button(hand.page, 'Back up now'))
  await hand.seen(hand.page.getByRole('link', { name: /^Download the backup/ }))
})
job('its download, from there', '1 tap', async (hand) => {
  await openPage(hand, 'Settings')
  await hand.tap(hand.page.getByRole('link', { name: 'Backup', exact: true }))
  hand.taps = 0
  const arrives = hand.page.waitForEvent('download')
  await hand.tap(hand.page.getByRole('link', { name: /^Download the backup/ }).first())
  await (await arrives).path()
  await hand.seen(hand.page.getByRole('heading', { name: 'Settings Management' }))
})
job('restore: checked, seen and confirmed', 'a command on the server', async (hand) => {
  const { page } = hand
  await openPage(hand, 'Settings')
  await hand.tap(hand.page.getByRole('link', { name: 'Backup', exact: true }))
  await hand.tap(button(page, /^Restore the backup/))
  await hand.tap(button(page, 'Restore…'))
  const dialog = page.getByRole('dialog')
  await hand.tap(dialog.getByRole('button', { name: 'Restore and restart' }))
  await hand.seen(says(page, 'The shop restarts'))
})

/** Ms until every reader's letter has arrived; the job itself only says it's on its way. */
export async function untilRead(arrived: readonly Arrived[]): Promise<number> {
  const since = performance.now()
  const isThere = () => arrived.filter(({ to }) => /^reader/.test(to[0] ?? '')).length >= READERS
  while (!isThere() && performance.now() - since < 60_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return performance.now() - since
}
