import { z } from 'zod/mini'
import type { Cents } from '../money/money.ts'
import { wayName } from '../money/tenders.ts'
import { boxCount, MAX_UNITS } from '../products/unit-counts.ts'
import { dollars, id, instant, optionalText } from '../shapes.ts'
import { parseWeight } from '../text/typed-numbers.ts'
import { MAX_SALE_LINES, saleLine } from './sales.ts'

/**
 * What happened on a market day, as noted at the desk or on an offline phone. A command is a fact:
 * never refused, at most set aside for the farmer. None depends on a clock or on which phone is
 * heard first: to undo or replace something, it names it.
 */
const uuid = z.uuid('That is not the id of a command.').check(z.toLowerCase())

/** The receipt hash's beginning guards the number: after a restore it may be another order's. */
export const orderMark = z.strictObject({
  id,
  mark: z.string().check(z.regex(/^[0-9a-f]{8}$/, 'That is not the mark of an order.')),
})
export type OrderMark = z.output<typeof orderMark>

export const commandNumber = z.int().check(z.positive(), z.maximum(2_147_483_647))

const common = {
  /** Idempotency key, made along with the draft. */
  id: uuid,
  /** 1, 2, 3 … per phone; the desk doesn't number. */
  seq: z.optional(commandNumber),
  /** By the phone's clock; for display only. */
  madeAt: instant,
  /** Absent only at the desk, for what belongs to no market day. */
  marketDayId: z.optional(id),
  /** Who held the phone, by their own tap: shown in the history, but no proof. */
  by: z.optional(id),
}

const units = z.int().check(z.minimum(1), z.maximum(MAX_UNITS))
const amount = dollars(1 as Cents, 'Please enter at least $0.01.')

/** `isCash` as the phone knew it: the farmer's later renaming doesn't change what was taken. */
const paidWith = { way: wayName, isCash: z.boolean(), amount }
const stallTender = z.strictObject(paidWith)

const unitsOf = z.array(z.strictObject({ productId: id, units }))
const goods = unitsOf.check(z.minLength(1), z.maxLength(500))

const itsGoods = unitsOf.check(z.maxLength(500))

/** Total weight of a line's units, in its weight unit. */
const weight = z
  .number()
  .check(z.refine((value) => parseWeight(String(value)) !== null, 'That is no weight.'))

export const marketCommand = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, kind: z.literal('give'), order: orderMark, items: itsGoods }),
  /** Takes back the handovers that the phone knew of; any other still counts. */
  z.strictObject({
    ...common,
    kind: z.literal('take-back'),
    order: orderMark,
    gives: z.array(uuid).check(z.minLength(1), z.maxLength(50)),
  }),
  /** Counts only while the order has exactly these goods. */
  z.strictObject({
    ...common,
    kind: z.literal('pack'),
    order: orderMark,
    /** If absent, as many as the order has. Of several packs, the highest counts. */
    boxes: z.optional(boxCount),
    items: itsGoods,
  }),
  /** Undoes the packs that the phone knew of; if none, what was packed before packs were noted. */
  z.strictObject({
    ...common,
    kind: z.literal('unpack'),
    order: orderMark,
    packs: z.array(uuid).check(z.maxLength(50)),
  }),
  /** A line's weight, replacing the named earlier ones. */
  z.strictObject({
    ...common,
    kind: z.literal('weigh'),
    order: orderMark,
    productId: id,
    /** Units weighed; the weight counts only while the order has as many. */
    units,
    /** Null takes the weight back, or says that an amount was typed instead. */
    weight: z.nullable(weight),
    amount: z.optional(dollars(0 as Cents, 'Please enter an amount of 0 or more.')),
    replaces: z.array(uuid).check(z.maxLength(50)),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('pay'),
    order: orderMark,
    tenders: z.array(stallTender).check(z.minLength(1), z.maxLength(6)),
    note: z.optional(optionalText(40)),
  }),
  /** Money the farmer gave back by hand for a picked-up order; never to a card. */
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
    /** They add up to the sale's total; none for a gift. */
    tenders: z.array(stallTender).check(z.maxLength(6)),
    note: optionalText(200),
  }),
  /** The sale or payment never happened. Its own command may arrive after this one. */
  z.strictObject({ ...common, kind: z.enum(['void-sale', 'void-pay']), target: uuid }),
  z.strictObject({
    ...common,
    kind: z.literal('cash-move'),
    move: z.enum(['put_in', 'paid_out']),
    amount,
    note: optionalText(200),
  }),
  /** The starting change, replacing the named earlier ones. */
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
    replaces: z.array(uuid).check(z.maxLength(500)),
  }),
])
export type MarketCommand = z.output<typeof marketCommand>
export type MarketCommandKind = MarketCommand['kind']

/** As sent, with amounts in dollars. */
export type CommandDraft = z.input<typeof marketCommand>

/** A phone numbers what it sends, and always knows its market day. */
export type StallCommandDraft = CommandDraft & { seq: number; marketDayId: number }

/** Commands that only the farmer may make; a helper's phone doesn't offer them. */
export const FARMER_COMMANDS: readonly MarketCommandKind[] = [
  'load',
  'unload',
  'came-home',
  'cash-start',
  'count-cash',
  'pay-back',
  'weigh',
]
