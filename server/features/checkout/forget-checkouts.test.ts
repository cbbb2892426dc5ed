import { describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#contract/time/durations.ts'
import { runJobs } from '#server/jobs.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { whereStands } from '#tests/every-row.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'

/** Words that appear nowhere else in the shop. */
const PERSON = {
  customerName: 'Wilhelmina Quackenbush',
  customerEmail: 'quack@marker.example',
  customerPhone: '605 555 0777',
  notes: 'Leave it behind the turquoise barn',
  deliveryMethod: 'shipping',
  pickupLocation: null,
  shippingAddress: {
    address: '77 Secret Lane',
    city: 'Hiddenville',
    state: 'SD',
    zipCode: '57747',
  },
}
const MARKERS = [
  'Quackenbush',
  'quack@marker',
  '555 0777',
  'turquoise',
  'Secret Lane',
  'Hiddenville',
]

async function aShopWithMail() {
  const { letters, state, mailer } = aMailbox()
  const shop = await aShop()
  shop.shop.mail = mailer
  shop.shop.backups = { ...shop.shop.backups, make: async () => {} }
  shop.shop.books = {
    ...shop.shop.books,
    check: () => Promise.reject(new Error('not in this test')),
  }
  const eggs = await aProduct(shop.db, { name: 'Eggs', stock: 3, price: 2500 })
  return { shop, eggs, letters, state }
}

/**
 * Runs the jobs over this many days: those that end what is open, up to two daily rounds, then the
 * rest at once.
 */
async function daysPass(shop: AShop, days: number): Promise<void> {
  const steps = [
    16 * MINUTE,
    2 * MINUTE,
    2 * MINUTE,
    ...Array.from({ length: Math.min(days, 2) }, () => DAY),
  ]
  if (days > 2) steps.push((days - 2) * DAY)
  for (const ms of steps) {
    shop.clock.now = new Date(shop.clock.now.getTime() + ms)
    await runJobs(shop.shop)
    await shop.settled()
  }
}

const counts = async ({ db }: AShop) => ({
  payments: (await db.selectFrom('payments').select('id').execute()).length,
  intents: (await db.selectFrom('sandbox_intents').select('id').execute()).length,
  visitors: (await db.selectFrom('visitors').select('hash').execute()).length,
  outbox: (await db.selectFrom('outbox').select('id').execute()).length,
})

const NOTHING = { payments: 0, intents: 0, visitors: 0, outbox: 0 }

/** PostgreSQL gets every statement of this from the two cases with most of them. */
const onSqlite = test.skipIf(isShortOnPostgres())

describe('of a person who did not order nothing is left:', () => {
  onSqlite(
    'who left before confirming, when the hold is released; the row goes after 30 days',
    async () => {
      const { shop, eggs } = await aShopWithMail()
      await aKeyedBuyer(shop).createIntent(orderBody([[eggs, 1]], PERSON))
      expect(await whereStands(shop, MARKERS)).not.toEqual([])
      await daysPass(shop, 0)
      expect(await whereStands(shop, MARKERS)).toEqual([])
      expect(await counts(shop)).toMatchObject({ payments: 1 })
      await daysPass(shop, 31)
      expect(await counts(shop)).toEqual(NOTHING)
    },
  )

  test('whose card was refused, who changed the cart, and who used the bare calls', async () => {
    const { shop, eggs } = await aShopWithMail()
    await aKeyedBuyer(shop, 'pm_card_chargeDeclined').buy(orderBody([[eggs, 1]], PERSON))
    const buyer = aKeyedBuyer(shop)
    await buyer.createIntent(orderBody([[eggs, 1]], PERSON))
    await buyer.createIntent(orderBody([[eggs, 2]], PERSON))
    await aBareBuyer(shop).createIntent(orderBody([[eggs, 1]], PERSON))
    await daysPass(shop, 0)
    expect(await whereStands(shop, MARKERS)).toEqual([])
    await daysPass(shop, 31)
    expect(await counts(shop)).toEqual(NOTHING)
  })

  test('whose order could not be kept, once that is told: two days later but for the farmer’s notice, after 30 days all', async () => {
    const { shop, eggs, letters } = await aShopWithMail()
    const buyer = aKeyedBuyer(shop)
    await buyer.confirm(await buyer.createIntent(orderBody([[eggs, 2]], PERSON)))
    await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]]))
    await daysPass(shop, 0)
    expect(letters.filter(({ to }) => to === PERSON.customerEmail)).toHaveLength(1)
    await daysPass(shop, 3)
    expect(await whereStands(shop, MARKERS)).toEqual([
      'missed_orders: 555 0777',
      'missed_orders: Quackenbush',
    ])
    await daysPass(shop, 28)
    expect(await whereStands(shop, MARKERS)).toEqual([])
    expect(await counts(shop)).toMatchObject({ payments: 1, intents: 1, outbox: 1 })
  })

  onSqlite('and the name waits for a mail that cannot be sent, thirty days at most', async () => {
    const { shop, eggs, state } = await aShopWithMail()
    state.says = ({ to }) => {
      if (to === PERSON.customerEmail) throw new Error(`550 no such user ${to}`)
    }
    const buyer = aKeyedBuyer(shop)
    await buyer.confirm(await buyer.createIntent(orderBody([[eggs, 2]], PERSON)))
    await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]]))
    await daysPass(shop, 3)
    expect(await whereStands(shop, ['Secret Lane'])).toEqual(['payments: Secret Lane'])
    await daysPass(shop, 28)
    expect(await whereStands(shop, MARKERS)).toEqual([])
  })
})

onSqlite('who ordered is remembered, and so is a browser that ordered', async () => {
  const { shop, eggs } = await aShopWithMail()
  await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]], PERSON))
  await aBareBuyer(shop).createIntent(orderBody([[eggs, 1]]))
  await daysPass(shop, 40)
  expect(await whereStands(shop, ['Quackenbush'])).toContain('orders: Quackenbush')
  expect(await counts(shop)).toMatchObject({ payments: 1, intents: 1 })
})
