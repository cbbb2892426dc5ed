import type { StallNoted } from '#contract/market/stall.ts'
import type { Db } from '#server/db/write.ts'

const MAX_MISSING = 50

/** The highest number known, and the ones below it that never arrived and weren't reported lost. */
export async function listMissing(db: Db, phoneId: string) {
  const known = await countNumbers(db, 'stall_commands', phoneId)
  const gone = await countNumbers(db, 'stall_gone', phoneId)
  const seen = known.last
  if (known.count + gone.count >= seen) return { seen, missing: [] }
  const has = new Set<number>()
  for (const table of ['stall_commands', 'stall_gone'] as const) {
    const own = db.selectFrom(table).select('seq').where('phone_id', '=', phoneId)
    for (const { seq } of await own.where('seq', 'is not', null).execute()) has.add(Number(seq))
  }
  const missing: number[] = []
  for (let seq = 1; seq < seen && missing.length < MAX_MISSING; seq++)
    if (!has.has(seq)) missing.push(seq)
  return { seen, missing }
}

const MAX_GAPS = 5000

/** Phones number their notes consecutively, so at most `MAX_GAPS` may be missing or lost. */
export async function highestNumber(db: Db, phoneId: string): Promise<number> {
  return (await countNumbers(db, 'stall_commands', phoneId)).count + MAX_GAPS
}

async function countNumbers(db: Db, table: 'stall_commands' | 'stall_gone', phoneId: string) {
  const { count, last } = await db
    .selectFrom(table)
    .select((row) => [row.fn.count<number>('seq').as('count'), row.fn.max('seq').as('last')])
    .where('phone_id', '=', phoneId)
    .executeTakeFirstOrThrow()
  return { count, last: last ?? 0 }
}

/** What a phone had noted when last heard: shows an emptied browser how much of it the shop has. */
export async function countNoted(db: Db, phoneId: string): Promise<StallNoted> {
  const { heard_at: heardAt, waiting } = await db
    .selectFrom('stall_phones')
    .select(['heard_at', 'waiting'])
    .where('id', '=', phoneId)
    .executeTakeFirstOrThrow()
  const { last, count: arrived } = await countNumbers(db, 'stall_commands', phoneId)
  return { announced: last + waiting, arrived, heardAt }
}

export async function countMissing(db: Db, phoneId: string) {
  const known = await countNumbers(db, 'stall_commands', phoneId)
  const all = await countNumbers(db, 'stall_gone', phoneId)
  const rows = db.selectFrom('stall_gone').select('seq').where('phone_id', '=', phoneId)
  const open = await rows.where('settled_at', 'is', null).execute()
  return { missing: Math.max(0, known.last - known.count - all.count), gone: open.length }
}
