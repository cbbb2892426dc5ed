import { z } from 'zod/mini'
import {
  type CommandDraft,
  commandNumber,
  type MarketCommand,
  marketCommand,
} from '#contract/market/commands.ts'
import { holdsCardNumber } from '#contract/money/card-numbers.ts'
import { hashOf, withSortedFields } from '#server/core/hash.ts'
import { mapValues } from '#server/core/map-values.ts'

export type SentCommand = {
  id: string
  seq: number | null
  hash: string
  body: object
  /** Null when unreadable. */
  command: MarketCommand | null
  suspectSeq?: number
  marketDayId?: number
}

const uuid = z.uuid().check(z.toLowerCase())
const head = z.object({
  id: z.catch(z.nullable(uuid), null),
  seq: z.catch(z.nullable(commandNumber), null),
})

/** A command unreadable or by someone unknown is stored under its hash, to recognize a resend. */
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
  // As text, because PostgreSQL can't store some JSON, such as a NUL.
  return { id: id ?? hash, seq, hash, body: { sent: textOf(body) }, command: null }
}

export function parseCommand(body: unknown): MarketCommand | null {
  const read = z.safeParse(marketCommand, body)
  return read.success ? read.data : null
}

/** In the wire format, with dollars instead of cents, so it can be parsed again. */
export function bodyOf(command: MarketCommand): CommandDraft {
  return Object(amountsInDollars(command))
}

function amountsInDollars(value: unknown, name = ''): unknown {
  if (typeof value === 'number' && AMOUNTS.has(name)) return value / 100
  return mapValues(value, amountsInDollars)
}

const AMOUNTS = new Set(['amount', 'counted'])

/** No command is nested this deep; deeper ones would overflow the stack. */
const MAX_DEPTH = 20

function cutOff(value: unknown, depth = 0): unknown {
  return mapValues(value, (held) => (depth < MAX_DEPTH ? cutOff(held, depth + 1) : '…'))
}

function textOf(sent: unknown): string {
  return JSON.stringify(withSortedFields(sent)) ?? 'null'
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Removes card numbers from a note; the sale is never refused for one. */
function withoutCardNumbers(value: unknown): unknown {
  if (typeof value !== 'string') return mapValues(value, (one) => withoutCardNumbers(one))
  if (UUID.test(value) || !holdsCardNumber(value)) return value
  return value.replaceAll(/\d(?:[ -]?\d){14,}/g, (run) => (holdsCardNumber(run) ? '…' : run))
}
