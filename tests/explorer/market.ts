import { randomUUID } from 'node:crypto'
import type { Cents } from '#contract/money/money.ts'
import type { Basket } from '#contract/orders/orders.ts'
import { MINUTE } from '#contract/time/durations.ts'
import type { Db } from '#server/db/write.ts'
import { changeProductLimits } from '#server/features/calendar/change-limits.ts'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { placeOrder } from '#server/features/checkout/place-order.ts'
import { receiveEvent } from '#server/features/checkout/webhooks.ts'
import { changingByLink } from '#server/features/orders/change-by-link.ts'
import { changeOrder } from '#server/features/orders/change-order.ts'
import { changeOrderStatus } from '#server/features/orders/change-order-status.ts'
import { previewChange } from '#server/features/orders/plan-change.ts'
import { previewShort, shareHarvest } from '#server/features/packing/short-harvest.ts'
import { changeProduct } from '#server/features/products/edit-product.ts'
import { runJobs } from '#server/jobs.ts'
import { closedPayments } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { orderBody } from '../a-buyer.ts'
import type { Step } from './lines.ts'
import { type ShopFile, startAnew } from './shop-file.ts'
import { aTill } from './till.ts'
import type { World } from './world.ts'

/** The day of orders that name none. */
const SHORT_DAY = '2026-11-21'

/** With a mailer the farm tells of its changes; mails stay in the outbox. */
const MAILER = { send: async () => {}, close: () => {} }

/** How long a payment waits for its hold. */
const ATTEMPT = 15 * MINUTE

export type Sent = { buyer: string; id: number; paymentStatus: string }

export async function aMarket(
  world: World,
  file: ShopFile,
  { stock, most }: { stock: number; most?: number },
) {
  const till = aTill(() => world.clock.now)
  const sent: Sent[] = []
  const asking = new Set<string>()
  const began = world.clock.now
  let heldInTime = 0
  const prices = [{ since: world.clock.now, cents: 500 }]
  const { eggs, honey } = await startAnew(file, stock, new Date(world.clock.now))
  const clocked = { db: file.db(), now: () => new Date(world.clock.now) }
  if (most) await changeProductLimits(clocked, eggs.id, { eachDay: most })
  let shop = aProcess(world, file.db(), till.speakTo(world.gate))
  let wasOverLimit = false
  file.hook.afterCommit = () => {
    wasOverLimit ||= file.isOverLimit()
    return world.afterCommit()
  }
  file.hook.see = world.see
  const secrets: (string | null)[] = []
  world.surround(() =>
    [
      file.standing(),
      till.standing(),
      JSON.stringify([sent, secrets, heldInTime, prices, [...asking], wasOverLimit]),
    ].join(),
  )
  world.onDeath(() => {
    shop = aProcess(world, file.reopen(), till.speakTo(world.gate))
  })

  function buyer(
    name: string,
    { hasKey = true, day, units = 1 }: { hasKey?: boolean; day?: string; units?: number } = {},
  ) {
    const who = { checkoutKey: hasKey ? name : null, visitorHash: name }
    const basket = orderBody([[eggs, units]], day ? { day } : {}) as Basket
    const own = secrets.push(null) - 1
    const its = {
      create: (method: string) =>
        step('asks for a hold', async () => {
          const requested = {
            amount: (500 * units) as Cents,
            method,
            basket: hasKey ? basket : null,
          }
          secrets[own] = null
          secrets[own] = (await createIntent(shop, who, requested)).client_secret
        }),
      confirm: () =>
        step('confirms', async () => {
          const secret = secrets[own]
          if (secret && till.confirm(secret) && world.clock.now - began < ATTEMPT) heldInTime++
        }),
      order: () =>
        step('orders', async () => {
          asking.add(name)
          const { id, paymentStatus } = await placeOrder(shop, who, basket)
          sent.push({ buyer: name, id, paymentStatus })
        }),
    }
    const buys = (card: string): Step[] => [its.create(card), its.confirm(), its.order()]
    return { ...its, buys }
  }

  const receive = async () => {
    const intentId = till.events.shift()
    if (!intentId) return
    const event = { kind: 'other' as const, livemode: false, intentId }
    try {
      await receiveEvent(
        shop,
        {
          readEvent: () => event,
          countDeclines: async () => 0,
          listDisputes: async () => [],
          declined: async () => {},
        },
        { body: Buffer.alloc(0), signature: '' },
      )
    } catch (error) {
      till.events.push(intentId)
      throw error
    }
  }

  const round = async (minutes: number) => {
    world.clock.now += minutes * MINUTE
    await runJobs(shop)
  }

  const setStatus = async (status: 'cancelled' | 'pending') => {
    const id = file.firstOrder()
    if (id) await changeOrderStatus(shop, id, { status })
  }

  const swap = aSwap(() => shop, file, [eggs.id, honey.id])

  const cancelByLink = async () => {
    const id = file.firstOrder() ?? 0
    const order = shop.db.selectFrom('orders').select(['receipt_secret', 'customer_email'])
    const { receipt_secret: secret, customer_email: email } = await order
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await changingByLink(shop, false).cancel({ secret, email })
  }

  const shortHarvest = (have: number, takesOff: boolean) => {
    const more = { rule: 'fair', goods: 'missing', takesOff, reason: 'Fox' } as const
    const draft = { id: `00000000-0000-4000-8000-00000000000${have}`, productId: eggs.id, have }
    const own = secrets.push(null) - 1
    return {
      look: step('looks at a short harvest', async () => {
        secrets[own] = null
        const seen = await previewShort(shop, { day: SHORT_DAY }, { ...draft, ...more })
        secrets[own] = seen.plan.confirm
      }),
      share: step('shares it out', async () => {
        const confirm = secrets[own]
        const decided = { ...draft, ...more, confirm: confirm ?? '' }
        if (confirm) await shareHarvest({ ...shop, mail: MAILER }, { day: SHORT_DAY }, decided)
      }),
    }
  }

  const raise = async () => {
    const cents = 900 as Cents
    await changeProduct(shop.db, eggs.id, { price: cents }, shop.now())
    prices.push({ since: world.clock.now, cents })
  }
  const endSeason = async () => {
    const season = { seasonFrom: '01-01', seasonUntil: '01-31' }
    await changeProduct(shop.db, eggs.id, season, shop.now())
  }

  return {
    till,
    told: sent,
    prices,
    /** Buyers who ever asked for the order; the others hear of it only by mail. */
    asking,
    stock,
    heldInTime: () => heldInTime,
    /** Whether a day was over its limit at any moment. */
    wasOverLimit: () => wasOverLimit,
    db: () => shop.db,
    buyer,
    webhook: (): Step => ({ name: 'tells', mayRun: () => till.events.length > 0, run: receive }),
    job: (minutes: number): Step => step(`after ${minutes} minutes`, () => round(minutes)),
    /** Time passes, and no job runs. */
    wait: (minutes: number): Step =>
      step(`passes ${minutes} minutes`, async () => {
        world.clock.now += minutes * MINUTE
      }),
    /** Time passes up to an instant, or `minutes` past it, whoever waits for what. */
    passUntil: (instant: string, minutes = 0): Step => ({
      ...step(`passes until ${instant}${minutes ? ` and ${minutes} minutes` : ''}`, async () => {
        const at = Date.parse(instant) + minutes * MINUTE
        world.clock.now = Math.max(world.clock.now, at)
      }),
      isNobodys: true,
    }),
    farmer: (status: 'cancelled' | 'pending'): Step => ({
      name: `says ${status}`,
      mayRun: () => file.firstOrder() !== null,
      run: () => setStatus(status),
    }),
    /** The farmer previews swapping half an egg's price for honey, then saves it. */
    swap,
    cancel: (): Step => ({
      name: 'cancels by the link',
      mayRun: () => file.firstOrder() !== null,
      run: cancelByLink,
    }),
    raise: (): Step => step('asks more', raise),
    endSeason: (): Step => step('ends the season', endSeason),
    shortHarvest,
    bank: (): Step => ({
      name: 'takes a hold back',
      mayRun: () => holdOf(till) !== undefined,
      run: async () => void till.lapse(holdOf(till) ?? ''),
    }),
    /**
     * Time passes, and the provider answers and repeats its events until they're heard; it sends
     * none if `isDeaf`.
     */
    async settle(isDeaf: boolean): Promise<void> {
      world.settle()
      for (const minutes of [2, 2, 16, 2, 2]) {
        if (isDeaf) till.events.length = 0
        for (let tries = 0; till.events.length > 0 && tries < 20; tries++)
          await receive().catch(world.expectWord)
        if (file.isUnsettled()) await round(minutes)
      }
    },
  }
}

/** Two steps, so that anything may happen to the order in between. */
function aSwap(shop: () => Shop, file: ShopFile, [off, come]: [off: number, come: number]) {
  return (): [look: Step, save: Step] => {
    const lines = [
      { productId: off, units: -1 },
      { productId: come, units: 1, price: 250 as Cents },
    ]
    const draft = { id: randomUUID(), lines, reason: '', notifiesBuyer: true }
    let revision: number | null = null
    const look = async () => {
      revision = (await previewChange(shop(), file.firstOrder() ?? 0, draft)).revision
    }
    const save = async () => {
      if (revision !== null)
        await changeOrder(shop(), file.firstOrder() ?? 0, { ...draft, revision })
    }
    const mayRun = () => file.firstOrder() !== null
    return [
      { name: 'looks at a swap', mayRun, run: look },
      { name: 'saves the swap', mayRun, run: save },
    ]
  }
}

export type Market = Awaited<ReturnType<typeof aMarket>>

function step(name: string, run: () => Promise<void>): Step {
  return { name, mayRun: () => true, run }
}

function holdOf(till: ReturnType<typeof aTill>): string | undefined {
  return [...till.intents.values()].find(({ status }) => status === 'requires_capture')?.id
}

const NO_PICTURES: Shop['pictures'] = {
  location: '',
  read: async () => null,
  peek: () => null,
  has: async () => false,
  put: async () => {},
  removeAll: async () => {},
  list: async () => [],
  copyTo: async () => {},
  tryOut: async () => {},
}

function aProcess(world: World, db: Db, payments: Shop['payments']): Shop {
  const report = (_: string, error: unknown) => world.expectWord(error)
  return {
    dataDir: '',
    restart: null,
    sendHook: async () => ({ status: 204, retryAfter: null, error: null }),
    readRelease: null,
    db,
    now: () => new Date(world.clock.now),
    payments,
    formerPayments: ({ livemode }) => closedPayments(livemode),
    id: 'the farm',
    backups: {
      folder: '',
      isEncrypted: false,
      progress: () => null,
      make: async () => {},
      offSite: null,
      stop: () => {},
    },
    books: {
      check: async () => ({ orders: [], days: [], products: [], moved: [], upTo: 0 }),
      stop: () => {},
    },
    pictures: NO_PICTURES,
    mail: null,
    sendMails: () => {},
    linkOrigin: 'http://localhost',
    later: (what, work) =>
      world.branch(what, () => work().catch((error: unknown) => report(what, error))),
    report,
  }
}
