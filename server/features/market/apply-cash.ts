import type { Db } from '#server/db/tables.ts'
import { APPLIED, type Applying, type CommandOf } from './applying.ts'
import { insertCount, insertMoveRow } from './change-cash-box.ts'
import type { Outcome } from './command-record.ts'
import { timeOf } from './time-of.ts'
import { isVoid, voidCommands } from './voids.ts'

export async function applyCash(
  tx: Db,
  { command, day, at }: Applying<CommandOf<'cash-move' | 'cash-start' | 'count-cash'>>,
): Promise<Outcome> {
  const { id } = command
  const dayId = day.id
  const time = timeOf(command, day)
  if (command.kind === 'count-cash') {
    const { counted, note } = command
    await insertCount(tx, { dayId, draft: { id, counted, note }, at: time })
    return APPLIED
  }
  const isStart = command.kind === 'cash-start'
  const kind = isStart ? 'start' : command.move
  const note = isStart ? null : command.note
  const amount = kind === 'paid_out' ? -command.amount : command.amount
  await insertMoveRow(tx, { id, dayId, kind, amount, note, at: time })
  if (isStart) await replaceStarts(tx, { command, day, at })
  return APPLIED
}

type Replacing = Pick<Applying<CommandOf<'cash-start'>>, 'command' | 'day' | 'at'>

/** What this one names counts no more, nor does this one where it is named itself. */
async function replaceStarts(tx: Db, { command, day, at }: Replacing): Promise<void> {
  const { id, replaces } = command
  await voidCommands(tx, replaces, { commandId: id, kind: 'cash-start', at })
  const own = (await isVoid(tx, id, 'cash-start')) ? [id] : []
  for (const target of [...replaces, ...own]) await takeBackMove(tx, target, day.id, at)
}

async function takeBackMove(tx: Db, target: string, dayId: number, at: Date): Promise<void> {
  const moves = tx.selectFrom('cash_moves').selectAll().where('market_day_id', '=', dayId)
  const move = await moves.where('id', '=', target).where('kind', '=', 'start').executeTakeFirst()
  const id = `${target}/undone`
  const isDone = tx.selectFrom('cash_moves').select('id').where('id', '=', id)
  if (!move || (await isDone.executeTakeFirst())) return
  const back = { id, dayId, kind: 'start' as const, amount: -move.amount_cents, note: null }
  await insertMoveRow(tx, { ...back, at })
}
