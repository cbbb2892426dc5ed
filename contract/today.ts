import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant } from './shapes.ts'

/** What a week of selling asks for, one after the other. */
export const WEEK_STEPS = ['letter', 'harvest', 'pack', 'ready', 'market', 'close'] as const

/** Orders that are not cancelled. `packed` and `handedOver` count what went on without its tick, by its status. */
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
  /** Its hours are over: what was not picked up there is counted by `notPickedUp`. */
  isOver: z.boolean(),
})
export type PlaceOfDay = z.output<typeof placeOfDay>

/** The one thing that the farmer does next. */
const weekStep = z.object({
  /** `figures`: all is done, and this is what the week brought in. */
  name: z.enum([...WEEK_STEPS, 'figures']),
  /** Which of the day's places it is about; null where it is about all of them. */
  marketDayId: z.nullable(id),
  /** It cannot be done before; null where it can be now. */
  notBefore: z.nullable(instant),
  /** People for `letter` and `ready`, boxes to hand out for `market`, else orders. */
  count: z.int(),
  /** Of `figures`, in dollars: card, cash and other, less what went back. */
  money: z.nullable(
    z.object({ from: z.string(), to: z.string(), amount: z.number(), weekBefore: z.number() }),
  ),
})
export type WeekStep = z.output<typeof weekStep>

/** In dollars. */
const total = z.object({ orders: z.int(), amount: z.number() })

/** Units of a product that were sold at the table of a market day although orders had them. */
const goingShort = z.object({
  productId: id,
  name: z.string(),
  marketDayId: id,
  units: z.int(),
  /** The orders that go short, and by how many units each. */
  orders: z.array(z.object({ id, units: z.int() })),
})
export type GoingShort = z.output<typeof goingShort>

const work = z.object({
  /** The farm's day, YYYY-MM-DD. */
  today: z.string(),
  /** The market day that the farmer works toward, with its open places by the hour; null where none is planned. */
  next: z.nullable(
    z.object({
      day: z.string(),
      /** The latest end of ordering at its places; null where none takes orders any more. */
      orderUntil: z.nullable(instant),
      places: z.array(placeOfDay),
      step: weekStep,
      /** Without the letter where none can be sent; `skipped`: it went on without. */
      steps: z.array(
        z.object({
          name: z.enum(WEEK_STEPS),
          state: z.enum(['done', 'skipped', 'now', 'coming']),
        }),
      ),
      /** The market day after it that has orders, or the next one at all. */
      following: z.nullable(z.string()),
    }),
  ),
  /** Since when no orders are taken; null while they are. */
  pausedSince: z.nullable(instant),
  /** Whom no email reaches, and who is still to be called about something. */
  toCall: z.array(z.object({ customerName: z.string(), customerPhone: z.nullable(z.string()) })),
  /** Market days whose buyers were told other hours or another place. */
  changedDays: z.array(z.object({ id, day: z.string(), placeName: z.string(), people: z.int() })),
  /** Market days that were called off, with orders that are neither moved, cancelled nor settled. */
  calledOff: z.array(z.object({ id, day: z.string(), placeName: z.string(), orders: z.int() })),
  /** Market days of the last two weeks whose cash was not counted, but that of `next`. */
  uncounted: z.array(z.object({ id, day: z.string(), placeName: z.string() })),
  withoutDay: z.int(),
  /** Products of that day which the harvest gives fewer of, with how many buyers wait for a call. */
  short: z.array(z.object({ productId: id, name: z.string(), calls: z.int() })),
  /** Of orders of any day: packed or gone without a weight; to be sent back to cards; to be given back by hand. */
  weights: z.object({
    toWeigh: z.array(z.object({ name: z.string(), units: z.int() })),
    toSendBack: total,
    toGiveBack: total,
  }),
  questions: z.object({ waiting: z.int(), since: z.nullable(instant) }),
  /** Orders of the last two months that stand although nobody has paid for them. */
  unpaid: z.int(),
  /** Orders of days that are over, about which nothing was decided yet. */
  notPickedUp: z.int(),
  /** Notes of phones at the market that need the farmer’s decision, and phones that were emptied. */
  atStall: z.int(),
  goingShort: z.array(goingShort),
})
export type Today = z.output<typeof work>

export const today = {
  show: endpoint({
    method: 'GET',
    path: '/api/today',
    access: 'admin',
    summary:
      'What waits for the farmer: the next market day, what is short, questions, unpaid orders.',
    output: work,
  }),
}
