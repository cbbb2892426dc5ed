import { z } from 'zod/mini'
import {
  type CommandDraft,
  commandNumber,
  type MarketCommand,
  marketCommand,
} from '#contract/market/commands.ts'
import { holdsCardNumber } from '#contract/money/card-numbers.ts'
import { hashOf, withSortedFields } from '#server/core/hash.ts'

/** A command as it came: what of it can be read stands beside what was sent. */
export type SentCommand = {
  id: string
  seq: number | null
  hash: string
  /** The stored form, from which it can be read again. */
  body: object
  /** Null where it is none. */
  command: MarketCommand | null
  suspectSeq?: number
  /** Of the desk, before it is known what it says. */
  marketDayId?: number
}

const uuid = z.uuid().check(z.toLowerCase())
const head = z.object({
  id: z.catch(z.nullable(uuid), null),
  seq: z.catch(z.nullable(commandNumber), null),
})

/**
 * One that cannot be read is kept by its own hash, so that sent again it is the same; so is one of
 * somebody who is none of `people`.
 */
export function readCommand(whole: unknown, people: ReadonlySet<number>): SentCommand {
  const sent = cutOff(whole)
  const hash = hashOf(textOf(sent))
  const body = withoutCardNumbers(sent)
  const command = parseCommand(body)
  const isKnown = command?.by === undefined || people.has(command.by)
  const { seq: number, marketDayId } = command ?? {}
  const isOfPhone = number !== undefined && marketDayId !== undefined
  if (command && isKnown && isOfPhone && typeof body === 'object' && body !== null)
    return { id: command.id, seq: number, hash, body, command }
  const known = z.safeParse(head, sent)
  const { id, seq } = known.success ? known.data : { id: null, seq: null }
  // As text: what PostgreSQL cannot keep as JSON, such as a NUL, it keeps so.
  return { id: id ?? hash, seq, hash, body: { sent: textOf(body) }, command: null }
}

export function parseCommand(body: unknown): MarketCommand | null {
  const read = z.safeParse(marketCommand, body)
  return read.success ? read.data : null
}

/** As it is sent, so that it can be read again: what the shop reckons in cents stands in dollars. */
export function bodyOf(command: MarketCommand): CommandDraft {
  return Object(amountsInDollars(command))
}

function amountsInDollars(value: unknown, name = ''): unknown {
  if (typeof value === 'number' && AMOUNTS.has(name)) return value / 100
  return mapValues(value, amountsInDollars)
}

const AMOUNTS = new Set(['amount', 'counted'])

/** No command is nested so deep; what comes below ends the shop's stack. */
const MAX_DEPTH = 20

function cutOff(value: unknown, depth = 0): unknown {
  return mapValues(value, (held) => (depth < MAX_DEPTH ? cutOff(held, depth + 1) : '…'))
}

function textOf(sent: unknown): string {
  return JSON.stringify(withSortedFields(sent)) ?? 'null'
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Nobody is refused a sale for what stands in its note. */
function withoutCardNumbers(value: unknown): unknown {
  if (typeof value !== 'string') return mapValues(value, (one) => withoutCardNumbers(one))
  if (UUID.test(value) || !holdsCardNumber(value)) return value
  return value.replaceAll(/\d(?:[ -]?\d){14,}/g, (run) => (holdsCardNumber(run) ? '…' : run))
}

function mapValues(value: unknown, change: (one: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => change(one, ''))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, change(held, name)]))
}
