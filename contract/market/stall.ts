import { z } from 'zod/mini'
import { deskEndpoint, stallEndpoint } from '../endpoint.ts'
import { giftOfBox, ifShortOfBox } from '../orders/order-box.ts'
import { boxItem, harvestList } from '../packing/packing-lists.ts'
import { lineByWeight } from '../packing/weighing.ts'
import { byId, id, instant, nameText } from '../shapes.ts'
import { DAY } from '../time/durations.ts'
import { cashBox } from './cash-box.ts'
import { commandNumber, orderMark } from './commands.ts'
import { returnsReport, stallProduct } from './stall-goods.ts'

/** Version of the protocol between phones and shop; the shop also reads the previous one. */
export const STALL_VERSION = 1

export const MAX_STALL_COMMANDS = 50
export const MAX_STALL_BODY = 64 * 1024

/** In days. A phone may sell this long without a new grant, and its notes are accepted as long. */
const STALL_GRANT_DAYS = 14
export const STALL_GRANT_MS = STALL_GRANT_DAYS * DAY

/** How many hours before opening and after closing a phone may read its boxes, by who holds it. */
export const STALL_READS = { before: 7 * 24, after: { helper: 3, farmer: 14 * 24 } }

const deviceId = z.uuid('That is not the id of a phone.').check(z.toLowerCase())

const grant = z.object({
  deviceId,
  label: z.string(),
  person: z.object({ id, name: z.string(), role: z.enum(['farmer', 'helper']) }),
  endsAt: instant,
})
export type StallGrant = z.output<typeof grant>

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

/** Only on the farmer's phone. `weighs` are the current weighings, which the next one replaces. */
const stallWeight = z.extend(lineByWeight, { weighs: z.array(z.string()) })

/** No address, phone, email or receipt. Amounts in dollars. */
const stallBox = z.object({
  ...orderMark.def.shape,
  /** First name and initial of whoever picks it up. */
  shortName: z.string(),
  boxes: z.int(),
  isCold: z.boolean(),
  isPacked: z.boolean(),
  /** Packs in effect, for an unpack to name; none if packed before packs were noted. */
  packs: z.array(z.string()),
  isCancelled: z.boolean(),
  packedWith: z.array(id),
  /** The day (YYYY-MM-DD) it wasn't picked up; the farmer is keeping it. */
  carriedFrom: z.optional(z.object({ day: z.string(), placeName: z.string() })),
  notes: z.array(z.string()),
  isGift: z.optional(z.literal(true)),
  ...giftOfBox,
  ifShort: ifShortOfBox,
  items: z.array(
    z.extend(boxItem, {
      byWeight: z.optional(stallWeight),
      /** Only on a helper's phone: the farmer has yet to weigh it. */
      toWeigh: z.optional(z.literal(true)),
    }),
  ),
  /** Still to be paid; negative: to give back. Only for an order without a card. */
  due: z.number(),
  /** As in the order's balance. */
  snapDue: z.optional(z.number()),
  ebtPaid: z.optional(z.number()),
  /** Handovers in effect, and who made them; a null ID was at the desk. */
  gives: z.array(z.object({ id: z.nullable(z.string()), at: instant, by: z.string() })),
})
export type StallBox = z.output<typeof stallBox>

const stallDay = z.object({
  version: z.int(),
  marketDay: day,
  at: instant,
  /** Every market day of this date the phone may read, itself included, in the farmer's order. */
  places: z.array(
    z.object({
      ...z.pick(day, { id: true, placeName: true, kind: true }).def.shape,
      orders: z.int(),
      packed: z.int(),
      handedOut: z.int(),
    }),
  ),
  harvest: harvestList,
  boxes: z.array(stallBox),
  products: z.array(stallProduct),
  ways: z.array(
    z.object({
      name: z.string(),
      isCash: z.boolean(),
      givesChange: z.boolean(),
      isEbt: z.optional(z.boolean()),
    }),
  ),
  people: z.array(z.object({ id, name: z.string() })),
  /** As far as the shop knows, in dollars; `starts` are the opening amounts in effect. */
  cash: z.object({
    ...z.pick(cashBox, { sales: true, orders: true, givenBack: true, putIn: true, paidOut: true })
      .shape,
    expected: z.number(),
    starts: z.array(z.object({ id: z.string(), amount: z.number() })),
  }),
  /** Each report of returns that stands. Phones have stored this under its name. */
  home: z.array(returnsReport),
  undone: z.optional(z.array(z.string())),
  /** Notes of this day that wait for the farmer. */
  toDecide: z.optional(z.array(z.string())),
  phones: z.array(
    z.object({
      /** The real ID only for the phone that asks; for others, a name that opens nothing. */
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
  /** Shown to the farmer if the command wasn't simply applied. */
  message: z.nullable(z.string()),
})
export type StallResult = z.output<typeof result>

const sent = z.strictObject({
  version: z.int(),
  deviceId,
  sentAt: instant,
  waiting: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
  /** Numbers the shop asked for that the phone no longer has. */
  gone: z.array(commandNumber).check(z.maxLength(50)),
  /** Parsed one by one, so that a bad one doesn't hold up the others. */
  commands: z.array(z.unknown()).check(z.maxLength(MAX_STALL_COMMANDS)),
})
export type StallSending = z.output<typeof sent>

export const stallFile = z.strictObject({
  ...sent.def.shape,
  commands: z.array(z.unknown()).check(z.maxLength(1000, 'At most 1,000 notes in one file.')),
})

export const stallReceived = z.object({
  results: z.array(result),
  /** The highest number the shop has from this device. The phone sends anything above it again. */
  seen: z.int(),
  /** At most 50 numbers below it that never arrived. */
  missing: z.array(z.int()),
})
export type StallReceived = z.output<typeof stallReceived>

export const stall = {
  /** Called at `/admin/stall` by anyone signed in, or from a linked phone; sets the phone's cookie. */
  grant: deskEndpoint('never', 'POST /api/stall/grants', {
    helpers: true,
    summary: 'Lets a phone hand over and sell at the market for two weeks, also without a network.',
    body: z.strictObject({ deviceId, label: nameText(40, 'Please give the phone a name.') }),
    output: z.object({ grant, days: z.array(day), at: instant }),
    status: 201,
  }),
  leave: stallEndpoint('DELETE /api/stall/grants', {
    summary: 'Signs this phone out of the stall, once nothing waits on it.',
  }),
  days: stallEndpoint('GET /api/stall/days', {
    summary: 'This phone’s grant, the state of its notes, and the days it may read now.',
    output: z.object({ grant, days: z.array(day), at: instant, noted }),
  }),
  day: stallEndpoint('GET /api/stall/days/{id}', {
    summary: 'The boxes, products and ways to pay of a market day, for a phone without a network.',
    params: byId,
    output: stallDay,
  }),
  send: stallEndpoint('POST /api/stall/commands', {
    summary: 'Receives what happened at the stall, each command once; none is refused.',
    body: sent,
    output: stallReceived,
    longestBody: MAX_STALL_BODY,
  }),
}
