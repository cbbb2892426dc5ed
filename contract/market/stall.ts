import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ifShortOfBox } from '../orders/order-box.ts'
import { harvestList } from '../packing/packing-lists.ts'
import { lineByWeight } from '../packing/weighing.ts'
import { id, idInPath, instant, nameText } from '../shapes.ts'
import { DAY } from '../time/durations.ts'
import { cashBox } from './cash-box.ts'
import { commandNumber, orderMark } from './commands.ts'
import { returnsReport, stallProduct } from './stall-goods.ts'

/** The version of what phones and the shop say to each other; the shop reads this one and the one before. */
export const STALL_VERSION = 1

export const MAX_STALL_COMMANDS = 50
export const MAX_STALL_BODY = 64 * 1024

/** A phone may sell and hand over so long without a new grant, in days; and what it made is taken so long at least. */
const STALL_GRANT_DAYS = 14
export const STALL_GRANT_MS = STALL_GRANT_DAYS * DAY

/** Hours around a market day in which a phone may read its boxes: before it opens, and after it closes, by who holds it. */
export const STALL_READS = { before: 7 * 24, after: { helper: 3, farmer: 14 * 24 } }

const deviceId = z.uuid('That is not the id of a phone.').check(z.toLowerCase())

const grant = z.object({
  deviceId,
  label: z.string(),
  person: z.object({ id, name: z.string(), role: z.enum(['farmer', 'helper']) }),
  endsAt: instant,
})
export type StallGrant = z.output<typeof grant>

/** How many notes a phone had made by the time it was last heard, and how many of them have arrived. */
const noted = z.object({ announced: z.int(), arrived: z.int(), heardAt: z.nullable(instant) })
export type StallNoted = z.output<typeof noted>

const day = z.object({
  id,
  /** YYYY-MM-DD */
  day: z.string(),
  placeName: z.string(),
  kind: z.enum(['pickup', 'delivery']),
  opensAt: instant,
  closesAt: instant,
})

/** A line sold by weight, on the farmer's phone alone; `weighs` are those that stand, which the next one replaces. */
const stallWeight = z.object({ ...lineByWeight.def.shape, weighs: z.array(z.string()) })

/** A box to hand over; first name and initial, no address, phone, email or receipt. Amounts in dollars. */
const stallBox = z.object({
  ...orderMark.def.shape,
  /** `A. B.` is shown for `Anna Bell`; the other name that picks it up, if any. */
  shortName: z.string(),
  boxes: z.int(),
  isCold: z.boolean(),
  isPacked: z.boolean(),
  /** The packs that stand, which an unpack names; none where it was packed before packs were noted. */
  packs: z.array(z.string()),
  isCancelled: z.boolean(),
  packedWith: z.array(id),
  /** Nobody came for it on the day it was for (YYYY-MM-DD), and the farmer keeps it. */
  carriedFrom: z.optional(z.object({ day: z.string(), placeName: z.string() })),
  notes: z.array(z.string()),
  isGift: z.optional(z.literal(true)),
  ifShort: ifShortOfBox,
  items: z.array(
    z.object({
      productId: id,
      name: z.string(),
      units: z.int(),
      isCold: z.boolean(),
      byWeight: z.optional(stallWeight),
    }),
  ),
  /** What is still to be paid, and below 0 what goes back; of an order without a card alone. */
  due: z.number(),
  /** The gives that stand, with whom they are from; handed over at the desk has no id. */
  gives: z.array(z.object({ id: z.nullable(z.string()), at: instant, by: z.string() })),
})
export type StallBox = z.output<typeof stallBox>

/** All that a phone needs of one market day, to work without a network. */
const stallDay = z.object({
  version: z.int(),
  marketDay: day,
  /** When the shop wrote this; shown as its age. */
  at: instant,
  /** Every day of its date that the phone may read, itself included, in the farmer's order. */
  places: z.array(
    z.object({
      ...z.pick(day, { id: true, placeName: true, kind: true }).def.shape,
      orders: z.int(),
      packed: z.int(),
      handedOut: z.int(),
    }),
  ),
  /** Of its date, for all places. */
  harvest: harvestList,
  boxes: z.array(stallBox),
  products: z.array(stallProduct),
  ways: z.array(z.object({ name: z.string(), isCash: z.boolean(), givesChange: z.boolean() })),
  people: z.array(z.object({ id, name: z.string() })),
  /** What the shop knows of the cash, in dollars; each change at the start that stands. */
  cash: z.object({
    ...z.pick(cashBox, { sales: true, orders: true, givenBack: true, putIn: true, paidOut: true })
      .shape,
    expected: z.number(),
    starts: z.array(z.object({ id: z.string(), amount: z.number() })),
  }),
  /** What came home: each report that stands. Phones have stored it under this name. */
  home: z.array(returnsReport),
  /** Sales of this day that the shop knows as undone, by their ids. */
  undone: z.optional(z.array(z.string())),
  phones: z.array(
    z.object({
      /** Its id to the phone that reads; of another one a name that opens nothing. */
      deviceId: z.string(),
      label: z.string(),
      person: z.string(),
      waiting: z.int(),
      heardAt: z.nullable(instant),
    }),
  ),
})
export type StallDay = z.output<typeof stallDay>

const OUTCOMES = ['applied', 'set-aside', 'unreadable', 'quarantined'] as const

const result = z.object({
  id: z.nullable(z.string()),
  seq: z.nullable(z.int()),
  outcome: z.enum(OUTCOMES),
  /** What the farmer reads of a command that was not simply applied. */
  message: z.nullable(z.string()),
})
export type StallResult = z.output<typeof result>

const sent = z.strictObject({
  version: z.int(),
  deviceId,
  sentAt: instant,
  /** How many more wait on the phone behind these. */
  waiting: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
  /** Numbers the shop asked for that the phone no longer has. */
  gone: z.array(commandNumber).check(z.maxLength(50)),
  /** Each is read by itself, so that one that cannot be read holds up no other. */
  commands: z.array(z.unknown()).check(z.maxLength(MAX_STALL_COMMANDS)),
})
export type StallSending = z.output<typeof sent>

/** All that waited on a phone, as it saved it: the same as it would send, at once. */
export const stallFile = z.strictObject({
  ...sent.def.shape,
  commands: z.array(z.unknown()).check(z.maxLength(1000, 'At most 1,000 notes in one file.')),
})

export const stallReceived = z.object({
  /** One for each command, in their order. */
  results: z.array(result),
  /** The highest number the shop knows of this device; what is above it is sent again. */
  seen: z.int(),
  /** At most 50 numbers below it that never arrived. */
  missing: z.array(z.int()),
})
export type StallReceived = z.output<typeof stallReceived>

const params = z.strictObject({ id: idInPath })

export const stall = {
  /** Called at `/admin/stall` by anyone signed in, or from a linked phone; sets the phone's cookie. */
  grant: endpoint({
    method: 'POST',
    path: '/api/stall/grants',
    access: 'admin',
    helpers: true,
    summary: 'Lets a phone hand over and sell at the market for two weeks, also without a network.',
    body: z.strictObject({ deviceId, label: nameText(40, 'Please give the phone a name.') }),
    output: z.object({ grant, days: z.array(day) }),
    status: 201,
  }),
  leave: endpoint({
    method: 'DELETE',
    path: '/api/stall/grants',
    access: 'stall',
    summary: 'Signs this phone out of the stall, once nothing waits on it.',
    output: z.undefined(),
    status: 204,
  }),
  days: endpoint({
    method: 'GET',
    path: '/api/stall/days',
    access: 'stall',
    summary: 'This phone’s grant, the state of its notes, and the days it may read now.',
    output: z.object({ grant, days: z.array(day), noted }),
  }),
  day: endpoint({
    method: 'GET',
    path: '/api/stall/days/{id}',
    access: 'stall',
    summary: 'The boxes, products and ways to pay of a market day, for a phone without a network.',
    params,
    output: stallDay,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/stall/commands',
    access: 'stall',
    summary: 'Receives what happened at the stall, each command once; none is refused.',
    body: sent,
    output: stallReceived,
    longestBody: MAX_STALL_BODY,
  }),
}
