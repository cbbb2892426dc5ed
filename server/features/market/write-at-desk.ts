import type { MarketCommand } from '#contract/market/commands.ts'
import type { Sale } from '#contract/market/sales.ts'
import { currentCaller, FARMER } from '#server/core/caller.ts'
import { hashOfJson } from '#server/core/hash.ts'
import { impossible, noSuch } from '#server/core/refusal.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import { requireDay } from '#server/features/calendar/choose-day.ts'
import type { DbAndClock } from '#server/shop.ts'
import { applyKind } from './apply-command.ts'
import { APPLIED, findCommand, insertRow, lockStallDay, storeOutcome } from './command-record.ts'
import { findSale } from './list-sales.ts'
import { bodyOf } from './read-command.ts'

type WithoutHead<C> = C extends unknown
  ? Omit<C, 'id' | 'seq' | 'madeAt' | 'marketDayId' | 'by'>
  : never

export type Facts = WithoutHead<MarketCommand>

type AtDesk = {
  /** The first command's ID. Repeating it has no effect; other content under it is refused. */
  id: string
  said: unknown
  marketDayId: number | null
  at: Date
  /** Called with the day locked, so it can read what it replaces. */
  factsOf: () => Promise<readonly Facts[]>
}

/**
 * Records what the desk reports as commands, like a phone's.
 * @throws Refusal 'change-impossible' where this ID was used for something else, or 'not-found'
 */
export async function writeAtDesk(
  tx: Db,
  emit: Emit,
  { id, said, marketDayId, at, factsOf }: AtDesk,
): Promise<void> {
  const person = currentCaller()?.person ?? FARMER
  const sender = { phoneId: null, isLost: false, person }
  const hash = hashOfJson(said)
  const onDay = marketDayId === null ? {} : { marketDayId }
  const insert = (own: string) => {
    const sent = { id: own, seq: null, hash, body: {}, command: null, ...onDay }
    return insertRow(tx, { sender, sent, at, stored: APPLIED })
  }
  if (!(await insert(id))) {
    if ((await findCommand(tx, id))?.body_hash === hash) return
    const message = 'This was already saved with other figures. Please look at what is saved.'
    throw impossible(message, 'id')
  }
  const day = marketDayId === null ? null : await requireDay(tx, marketDayId)
  if (day) await lockStallDay(tx, day.id)
  const facts = await factsOf()
  if (facts.length === 0) await tx.deleteFrom('stall_commands').where('id', '=', id).execute()
  for (const [index, fact] of facts.entries()) {
    const own = index === 0 ? id : crypto.randomUUID()
    if (index > 0) await insert(own)
    const head = { id: own, madeAt: at.toISOString(), by: person.id, ...onDay }
    const command = { ...fact, ...head }
    const stored = await applyKind(tx, emit, { command, day, happenedAt: at, at })
    if (!stored.counts) throw impossible(stored.message ?? '')
    const sent = { id: own, seq: null, hash, body: bodyOf(command), command }
    await storeOutcome(tx, sender, sent, { stored, at })
  }
}

/** Idempotent. @throws Refusal 'not-found' */
export function undoSale({ db, now }: DbAndClock, id: string): Promise<Sale> {
  return write(db, async (tx, emit) => {
    const row = tx.selectFrom('sales').select('market_day_id').where('id', '=', id)
    const marketDayId = (await row.executeTakeFirst())?.market_day_id ?? noSuch('such sale')
    const factsOf = async () => {
      const sale = tx.selectFrom('sales').select('undone_at').where('id', '=', id).forUpdate()
      const { undone_at } = await sale.executeTakeFirstOrThrow()
      return undone_at === null ? [{ kind: 'void-sale', target: id } as const] : []
    }
    const undo = { id: crypto.randomUUID(), said: id, marketDayId, at: now(), factsOf }
    await writeAtDesk(tx, emit, undo)
    return (await findSale(tx, id)) ?? noSuch('such sale')
  })
}
