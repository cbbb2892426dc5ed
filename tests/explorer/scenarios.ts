import type { Bounds } from './lines.ts'
import type { Market } from './market.ts'
import type { World } from './world.ts'

export type Scenario = {
  name: string
  stock: number
  /** At most this many of them each day. */
  most?: number
  invite: (world: World, market: Market) => void
  /**
   * A hold placed in time must end in an order: nobody else wants the goods, and nobody gave up.
   */
  mustServe?: true
  begins?: string
  /** Nobody sends events, as in the sandbox: what's left behind is up to the job. */
  isDeaf?: true
  brief: Bounds
  deep: Bounds
}

const LAST_DAY = '2026-11-21'
const BEFORE_THE_END = '2026-11-21T06:59:00.000Z'
const GRACE_MINUTES = 30

function overTheEnd(market: Market) {
  const end = '2026-11-21T07:00:00.000Z'
  return [market.passUntil(end), market.passUntil(end, GRACE_MINUTES)]
}

export const SCENARIOS: Scenario[] = [
  {
    name: 'a buyer who does not come back, events and the job',
    stock: 3,
    mustServe: true,
    invite: (world, market) => {
      const ada = market.buyer('Ada')
      world.join('Ada', ada.buys('pm_1'))
      world.join('Stripe', [market.webhook()])
      world.join('the job', [market.job(16)])
    },
    brief: { faults: 1, switches: 0 },
    deep: { faults: 2, switches: 2 },
  },
  {
    name: 'a buyer who tries again with another card',
    stock: 3,
    invite: (world, market) => {
      const ada = market.buyer('Ada')
      world.join('Ada', [...ada.buys('pm_1'), ...ada.buys('pm_2')])
      world.join('Stripe', [market.webhook()])
    },
    brief: { faults: 1, switches: 0 },
    deep: { faults: 2, switches: 2 },
  },
  {
    name: 'two windows of one cart',
    stock: 3,
    invite: (world, market) => {
      const [one, other] = [market.buyer('Ada'), market.buyer('Ada')]
      world.join('one window', one.buys('pm_1'))
      world.join('other window', other.buys('pm_2'))
    },
    brief: { faults: 0, switches: 1 },
    deep: { faults: 1, switches: 4 },
  },
  {
    name: 'two buyers for the last unit',
    stock: 1,
    isDeaf: true,
    invite: (world, market) => {
      const [ada, bob] = [market.buyer('Ada'), market.buyer('Bob')]
      world.join('Ada', [...ada.buys('pm_1'), ada.order()])
      world.join('Bob', bob.buys('pm_2'))
    },
    brief: { faults: 0, switches: 1 },
    deep: { faults: 2, switches: 2 },
  },
  {
    name: 'a farmer who cancels, and takes it back',
    stock: 1,
    invite: (world, market) => {
      const ada = market.buyer('Ada')
      world.join('Ada', [...ada.buys('pm_1'), ada.order()])
      world.join('the farmer', [market.farmer('cancelled'), market.farmer('pending')])
      world.join('Stripe', [market.webhook()])
    },
    brief: { faults: 1, switches: 0 },
    deep: { faults: 2, switches: 3 },
  },
  {
    name: 'a bank that takes the hold back, and a farmer',
    stock: 1,
    invite: (world, market) => {
      const ada = market.buyer('Ada')
      world.join('Ada', [...ada.buys('pm_1'), ...ada.buys('pm_2')])
      world.join('the bank', [market.bank()])
      world.join('the farmer', [market.farmer('cancelled')])
    },
    brief: { faults: 0, switches: 2 },
    deep: { faults: 1, switches: 3 },
  },
  {
    name: 'a price that is raised, and a quote whose time ends',
    stock: 3,
    invite: (world, market) => {
      const ada = market.buyer('Ada')
      world.join('Ada', ada.buys('pm_1'))
      world.join('the farmer', [market.raise()])
      world.join('time', [market.wait(16)])
      world.join('Stripe', [market.webhook()])
    },
    brief: { faults: 0, switches: 2 },
    deep: { faults: 1, switches: 3 },
  },
  {
    name: 'a season that ends while a buyer pays: who was quoted is served',
    stock: 1,
    mustServe: true,
    isDeaf: true,
    invite: (world, market) => {
      const ada = market.buyer('Ada')
      world.join('Ada', ada.buys('pm_1'))
      world.join('the farmer', [market.endSeason()])
    },
    brief: { faults: 0, switches: 1 },
    deep: { faults: 2, switches: 3 },
  },
  {
    name: 'a season that ends while a client of the bare calls pays',
    stock: 1,
    isDeaf: true,
    invite: (world, market) => {
      const ada = market.buyer('Ada', { hasKey: false })
      world.join('Ada', ada.buys('pm_1'))
      world.join('the farmer', [market.endSeason()])
      world.join('the job', [market.job(16)])
    },
    brief: { faults: 0, switches: 0 },
    deep: { faults: 1, switches: 2 },
  },
  {
    name: 'a client of the specification’s bare calls in two windows',
    stock: 1,
    isDeaf: true,
    invite: (world, market) => {
      const [one, other] = [
        market.buyer('Ada', { hasKey: false }),
        market.buyer('Ada', { hasKey: false }),
      ]
      world.join('one window', one.buys('pm_1'))
      world.join('other window', other.buys('pm_2'))
      world.join('the job', [market.job(11)])
    },
    brief: { faults: 0, switches: 0 },
    deep: { faults: 1, switches: 3 },
  },
  {
    name: 'a buyer who left after confirming, and the last unit is sold meanwhile',
    stock: 1,
    invite: (world, market) => {
      const [ada, bob] = [market.buyer('Ada'), market.buyer('Bob')]
      world.join('Ada', [ada.create('pm_1'), ada.confirm()])
      world.join('Bob', bob.buys('pm_2'))
      world.join('Stripe', [market.webhook()])
      world.join('the job', [market.job(2)])
    },
    brief: { faults: 0, switches: 0 },
    deep: { faults: 1, switches: 2 },
  },
  {
    name: 'everybody at once, for the last unit',
    stock: 1,
    invite: (world, market) => {
      const [ada, bob] = [market.buyer('Ada'), market.buyer('Bob')]
      world.join('Ada', ada.buys('pm_1'))
      world.join('Bob', bob.buys('pm_2'))
      world.join('Stripe', [market.webhook()])
      world.join('the farmer', [market.farmer('cancelled'), market.farmer('pending')])
      world.join('the job', [market.job(2)])
    },
    brief: { faults: 0, switches: 0, traces: 200 },
    deep: { faults: 1, switches: 1 },
  },
  {
    name: 'a buyer at the end of ordering',
    stock: 3,
    begins: BEFORE_THE_END,
    mustServe: true,
    isDeaf: true,
    invite: (world, market) => {
      const ada = market.buyer('Ada', { day: LAST_DAY })
      world.join('time', overTheEnd(market))
      world.join('Ada', ada.buys('pm_1'))
    },
    brief: { faults: 1, switches: 1 },
    deep: { faults: 2, switches: 2 },
  },
  {
    name: 'a buyer who leaves at the end of ordering',
    stock: 3,
    begins: BEFORE_THE_END,
    mustServe: true,
    invite: (world, market) => {
      const ada = market.buyer('Ada', { day: LAST_DAY })
      world.join('time', overTheEnd(market))
      world.join('Ada', [ada.create('pm_1'), ada.confirm()])
      world.join('Stripe', [market.webhook()])
      world.join('the job', [market.job(2)])
    },
    brief: { faults: 0, switches: 0 },
    deep: { faults: 1, switches: 1 },
  },
  {
    name: 'a client that names no day, at the end of ordering',
    stock: 3,
    begins: BEFORE_THE_END,
    isDeaf: true,
    invite: (world, market) => {
      const ada = market.buyer('Ada', { hasKey: false })
      world.join('time', overTheEnd(market))
      world.join('Ada', ada.buys('pm_1'))
    },
    brief: { faults: 0, switches: 1 },
    deep: { faults: 2, switches: 2 },
  },
  {
    name: 'two buyers for the last unit of a day, of whom one left, and a farmer who cancels',
    stock: 3,
    most: 1,
    invite: (world, market) => {
      const day = LAST_DAY
      const [ada, bob] = [market.buyer('Ada', { day }), market.buyer('Bob', { day })]
      world.join('Ada', [ada.create('pm_1'), ada.confirm()])
      world.join('Bob', bob.buys('pm_2'))
      world.join('Stripe', [market.webhook()])
      world.join('the farmer', [market.farmer('cancelled')])
    },
    brief: { faults: 0, switches: 0 },
    deep: { faults: 1, switches: 2 },
  },
  {
    name: 'a buyer cancels, a farmer swaps',
    stock: 1,
    begins: BEFORE_THE_END,
    isDeaf: true,
    invite: (world, market) => {
      const ada = market.buyer('Ada', { day: LAST_DAY })
      world.join('Ada', [...ada.buys('pm_1'), market.cancel()])
      world.join('the farmer', market.swap())
    },
    brief: { faults: 0, switches: 1 },
    deep: { faults: 2, switches: 2 },
  },
  {
    name: 'a change while capturing',
    stock: 1,
    isDeaf: true,
    invite: (world, market) => {
      const ada = market.buyer('Ada')
      world.join('Ada', ada.buys('pm_1'))
      world.join('the farmer', market.swap())
      world.join('the job', [market.job(2)])
    },
    brief: { faults: 0, switches: 1 },
    deep: { faults: 2, switches: 2 },
  },
  {
    name: 'order until passes in mid-change',
    stock: 1,
    begins: BEFORE_THE_END,
    isDeaf: true,
    invite: (world, market) => {
      const ada = market.buyer('Ada', { day: LAST_DAY })
      world.join('time', overTheEnd(market).slice(0, 1))
      world.join('Ada', [...ada.buys('pm_1'), market.cancel()])
      world.join('the farmer', market.swap())
    },
    brief: { faults: 0, switches: 1 },
    deep: { faults: 1, switches: 2 },
  },
  {
    name: 'a short harvest, and a buyer who cancels',
    stock: 3,
    begins: BEFORE_THE_END,
    isDeaf: true,
    invite: (world, market) => {
      const ada = market.buyer('Ada', { day: LAST_DAY, units: 2 })
      const [some, none] = [market.shortHarvest(1, false), market.shortHarvest(0, true)]
      world.join('Ada', [...ada.buys('pm_1'), market.cancel()])
      world.join('the farmer', [some.look, some.share, none.look, none.share])
    },
    brief: { faults: 0, switches: 0 },
    deep: { faults: 2, switches: 2 },
  },
]
