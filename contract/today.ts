import { z } from 'zod/mini'
import { deskEndpoint } from './endpoint.ts'
import { id, instant } from './shapes.ts'

export const WEEK_STEPS = ['letter', 'harvest', 'pack', 'ready', 'market', 'close'] as const

/** Without canceled orders. `packed` and `handedOver` include orders moved on by status alone. */
const placeOfDay = z.object({
  marketDayId: id,
  kind: z.enum(['pickup', 'delivery']),
  name: z.string(),
  opens: z.string(),
  closes: z.string(),
  orders: z.int(),
  packed: z.int(),
  handedOver: z.int(),
  boxes: z.int(),
  isOver: z.boolean(),
})
export type PlaceOfDay = z.output<typeof placeOfDay>

const weekStep = z.object({
  /** `figures`: everything is done, so it shows what the week brought in. */
  name: z.enum([...WEEK_STEPS, 'figures']),
  /** Null: for all of the day's places. */
  marketDayId: z.nullable(id),
  /** Null: can be done now. */
  notBefore: z.nullable(instant),
  /** People for `letter` and `ready`, boxes to hand out for `market`, else orders. */
  count: z.int(),
  /** Only for `figures`, in dollars: card, cash and other, less refunds. */
  money: z.nullable(
    z.object({ from: z.string(), to: z.string(), amount: z.number(), weekBefore: z.number() }),
  ),
})
export type WeekStep = z.output<typeof weekStep>

/** In dollars. */
const total = z.object({ orders: z.int(), amount: z.number() })

/** Sold at the table on a market day although orders had them. */
const goingShort = z.object({
  productId: id,
  name: z.string(),
  marketDayId: id,
  units: z.int(),
  orders: z.array(z.object({ id, units: z.int() })),
})
export type GoingShort = z.output<typeof goingShort>

const work = z.object({
  /** The farm's day, YYYY-MM-DD. */
  today: z.string(),
  /** The market day to work toward, its open places by opening time; null if none is planned. */
  next: z.nullable(
    z.object({
      day: z.string(),
      /** The latest cutoff among its places; null once none takes orders. */
      orderUntil: z.nullable(instant),
      places: z.array(placeOfDay),
      step: weekStep,
      /** No `letter` if none can be sent. `skipped`: the week went on without it. */
      steps: z.array(
        z.object({
          name: z.enum(WEEK_STEPS),
          state: z.enum(['done', 'skipped', 'now', 'coming']),
        }),
      ),
      /** The next market day after it with orders, or just the next one. */
      following: z.nullable(z.string()),
    }),
  ),
  pausedSince: z.nullable(instant),
  toCall: z.array(z.object({ customerName: z.string(), customerPhone: z.nullable(z.string()) })),
  changedDays: z.array(z.object({ id, day: z.string(), placeName: z.string(), people: z.int() })),
  /** Called off, but with orders not yet moved, canceled or settled. */
  calledOff: z.array(z.object({ id, day: z.string(), placeName: z.string(), orders: z.int() })),
  /** Market days of the last two weeks, except `next`, whose cash wasn't counted. */
  uncounted: z.array(z.object({ id, day: z.string(), placeName: z.string() })),
  /** Deliveries without a day that are still to hand over, and of them those not packed. */
  withoutDay: z.object({ orders: z.int(), toPack: z.int() }),
  /** Where the harvest falls short for that day; `calls`: buyers to call first. */
  short: z.array(z.object({ productId: id, name: z.string(), calls: z.int() })),
  /** Over orders of all days: packed or gone without being weighed; owed to cards; owed by hand. */
  weights: z.object({
    toWeigh: z.array(z.object({ name: z.string(), units: z.int() })),
    toSendBack: total,
    toGiveBack: total,
  }),
  questions: z.object({ waiting: z.int(), since: z.nullable(instant) }),
  /** In the last two months: handed over or their day is over, but not paid. */
  unpaid: z.int(),
  notPickedUp: z.int(),
  /** Notes from market phones that need the farmer's decision, plus phones that were wiped. */
  atStall: z.int(),
  goingShort: z.array(goingShort),
})
export type Today = z.output<typeof work>

export const today = {
  show: deskEndpoint('never', 'GET /api/today', {
    summary:
      'What waits for the farmer: the next market day, what is short, questions, unpaid orders.',
    output: work,
  }),
}
