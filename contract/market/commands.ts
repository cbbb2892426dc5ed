import { z } from 'zod/mini'
import type { Cents } from '../money/money.ts'
import { wayName } from '../money/tenders.ts'
import { boxCount, MAX_UNITS } from '../products/unit-counts.ts'
import { dollars, id, instant, optionalText } from '../shapes.ts'
import { parseWeight } from '../text/typed-numbers.ts'
import { MAX_SALE_LINES, saleLine } from './sales.ts'

/**
 * What happened on a market day, as the desk or a phone without a network wrote it down. A command is a
 * fact: it is never refused, at most set aside for the farmer's decision. None of them depends on a clock, or
 * on which of two phones is heard first: what undoes or replaces another one names it.
 */
const uuid = z.uuid('That is not the id of a command.').check(z.toLowerCase())

/** An order by its number and the beginning of its receipt's hash: after a restore a number may be another order's. */
export const orderMark = z.strictObject({
  id,
  mark: z.string().check(z.regex(/^[0-9a-f]{8}$/, 'That is not the mark of an order.')),
})
export type OrderMark = z.output<typeof orderMark>

export const commandNumber = z.int().check(z.positive(), z.maximum(2_147_483_647))

const common = {
  /** Made with the draft: the same command again has its one effect. */
  id: uuid,
  /** 1, 2, 3 … of the phone; the desk numbers nothing. */
  seq: z.optional(commandNumber),
  /** By the phone's clock; shown, and used by no rule. */
  madeAt: instant,
  /** Absent at the desk alone, for what belongs to no market day. */
  marketDayId: z.optional(id),
  /** Who held the phone, as tapped: shown in the history, but no proof. */
  by: z.optional(id),
}

const units = z.int().check(z.minimum(1), z.maximum(MAX_UNITS))
const amount = dollars(1 as Cents, 'Please enter at least $0.01.')

/** `isCash` as the phone knew it: what the farmer renames meanwhile changes nothing of what was taken. */
const paidWith = { way: wayName, isCash: z.boolean(), amount }
const stallTender = z.strictObject(paidWith)

const unitsOf = z.array(z.strictObject({ productId: id, units }))
const goods = unitsOf.check(z.minLength(1), z.maxLength(500))

/** What the order had as the phone knew it. */
const itsGoods = unitsOf.check(z.maxLength(500))

/** All units of a line together, in its unit of weight. */
const weight = z
  .number()
  .check(z.refine((value) => parseWeight(String(value)) !== null, 'That is no weight.'))

export const marketCommand = z.discriminatedUnion('kind', [
  /** An order was handed over. */
  z.strictObject({ ...common, kind: z.literal('give'), order: orderMark, items: itsGoods }),
  /** Takes back the handovers that the phone knew of; any other one still counts. */
  z.strictObject({
    ...common,
    kind: z.literal('take-back'),
    order: orderMark,
    gives: z.array(uuid).check(z.minLength(1), z.maxLength(50)),
  }),
  /** A box was packed, which holds while the order has just these goods. */
  z.strictObject({
    ...common,
    kind: z.literal('pack'),
    order: orderMark,
    /** Absent: as many as it has. Where several packs stand, the most. */
    boxes: z.optional(boxCount),
    items: itsGoods,
  }),
  /** Undoes the packs that the phone knew of; with none, what was packed before packs were noted. */
  z.strictObject({
    ...common,
    kind: z.literal('unpack'),
    order: orderMark,
    packs: z.array(uuid).check(z.maxLength(50)),
  }),
  /** What a line weighs, in place of what the named ones said. */
  z.strictObject({
    ...common,
    kind: z.literal('weigh'),
    order: orderMark,
    productId: id,
    /** How many of it were weighed; the weight holds while the order has just as many. */
    units,
    /** Null takes it back, or an amount was typed. */
    weight: z.nullable(weight),
    amount: z.optional(dollars(0 as Cents, 'Please enter an amount of 0 or more.')),
    replaces: z.array(uuid).check(z.maxLength(50)),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('pay'),
    order: orderMark,
    tenders: z.array(stallTender).check(z.minLength(1), z.maxLength(6)),
    /** Such as the number of a check. */
    note: z.optional(optionalText(40)),
  }),
  /** Money given back to whom an order was handed, by the farmer's hand; never to a card. */
  z.strictObject({
    ...common,
    kind: z.literal('pay-back'),
    order: orderMark,
    ...paidWith,
    note: optionalText(40),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('sell'),
    lines: z.array(saleLine).check(z.minLength(1), z.maxLength(MAX_SALE_LINES)),
    /** Together they are what is sold; none for a gift. */
    tenders: z.array(stallTender).check(z.maxLength(6)),
    note: optionalText(200),
  }),
  /** A sale, or money of an order, never happened; its command may arrive later than this. */
  z.strictObject({ ...common, kind: z.enum(['void-sale', 'void-pay']), target: uuid }),
  z.strictObject({
    ...common,
    kind: z.literal('cash-move'),
    move: z.enum(['put_in', 'paid_out']),
    amount,
    note: optionalText(200),
  }),
  /** The change in the box at the start, in place of what the named ones said. */
  z.strictObject({
    ...common,
    kind: z.literal('cash-start'),
    amount: dollars(0 as Cents, 'Please enter an amount of 0 or more.'),
    replaces: z.array(uuid).check(z.maxLength(500)),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('count-cash'),
    counted: dollars(0 as Cents, 'Please enter an amount of 0 or more.'),
    note: optionalText(200),
  }),
  z.strictObject({ ...common, kind: z.enum(['load', 'unload']), goods }),
  z.strictObject({
    ...common,
    kind: z.literal('came-home'),
    goods: z
      .array(
        z.strictObject({
          productId: id,
          back: z.int().check(z.minimum(0), z.maximum(MAX_UNITS)),
          waste: z.int().check(z.minimum(0), z.maximum(MAX_UNITS)),
        }),
      )
      .check(z.minLength(1), z.maxLength(500)),
    /** Each report that was known, in whose place it is. */
    replaces: z.array(uuid).check(z.maxLength(500)),
  }),
])
export type MarketCommand = z.output<typeof marketCommand>
export type MarketCommandKind = MarketCommand['kind']

/** As it is sent, with amounts in dollars. */
export type CommandDraft = z.input<typeof marketCommand>

/** Of a phone, which numbers what it sends and always knows its market day. */
export type StallCommandDraft = CommandDraft & { seq: number; marketDayId: number }

/** Commands that only the farmer may make; a helper's phone does not offer them. */
export const FARMER_COMMANDS: readonly MarketCommandKind[] = [
  'load',
  'unload',
  'came-home',
  'cash-start',
  'count-cash',
  'pay-back',
  'weigh',
]
