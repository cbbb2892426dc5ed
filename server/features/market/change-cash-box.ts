import type { CashBox, CashCountDraft, CashMoveDraft } from '#contract/market/cash-box.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { checkDayOfSale } from './sale-days.ts'
import { showCashBox } from './show-cash-box.ts'
import { listCashStarts } from './standing-commands.ts'
import { type Facts, writeAtDesk } from './write-at-desk.ts'

type Clock = Pick<Shop, 'db' | 'now'>

/**
 * Notes the change at the start, in place of all that was said of it, or cash that was put in or paid
 * out, once. @throws Refusal 'not-found', 'invalid', 'change-impossible'
 */
export function moveCash(shop: Clock, dayId: number, draft: CashMoveDraft): Promise<CashBox> {
  return note(shop, dayId, draft, async (tx) => {
    const { kind, amount, note: text } = draft
    if (kind !== 'start') return { kind: 'cash-move', move: kind, amount, note: text }
    const replaces = (await listCashStarts(tx, dayId)).map(({ id }) => id)
    return { kind: 'cash-start', amount, replaces }
  })
}

/**
 * Notes what was counted, once, beside what should be there now.
 * @throws Refusal 'not-found', 'invalid', 'change-impossible'
 */
export function countCash(shop: Clock, dayId: number, draft: CashCountDraft): Promise<CashBox> {
  const { counted, note: text } = draft
  return note(shop, dayId, draft, async () => ({ kind: 'count-cash', counted, note: text }))
}

function note(
  shop: Clock,
  marketDayId: number,
  draft: { id: string },
  factsOf: (tx: Db) => Promise<Facts>,
): Promise<CashBox> {
  return write(shop.db, async (tx, emit) => {
    const at = shop.now()
    await checkDayOfSale(tx, marketDayId, at)
    await writeAtDesk(tx, emit, {
      ...{ id: draft.id, said: [marketDayId, draft], marketDayId, at },
      factsOf: async () => [await factsOf(tx)],
    })
    return showCashBox(tx, marketDayId)
  })
}
