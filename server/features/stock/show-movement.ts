import { HELPER_UNDOES, MOVEMENTS, type StockMovement } from '#contract/products/stock-journal.ts'
import { currentCaller, isHelper } from '#server/core/caller.ts'
import type { MovementRow } from './movement-queries.ts'

type MovementContext = {
  undone: ReadonlySet<number | null>
  lastCount: number | null
  names: ReadonlyMap<number | null, string>
}

export function showMovement(
  row: MovementRow,
  { undone, lastCount, names }: MovementContext,
): StockMovement {
  const { id, at, note, counted, promised, device, address } = row
  const isUndone = undone.has(id)
  const reason = row.truck === null ? row.reason : TRUCK[row.truck]
  const isOwn = MOVEMENTS[reason].canUndo && row.market_day_id === null
  const isAllowed = !isHelper() || HELPER_UNDOES.includes(reason)
  return {
    id,
    at,
    reason,
    units: row.delta,
    note,
    orderId: row.order_id,
    counted,
    promised,
    undoes: row.undoes_id,
    isUndone,
    device,
    address,
    person: names.get(row.person_id) ?? null,
    canUndo: isOwn && isAllowed && !isUndone && (lastCount === null || lastCount <= id),
  }
}

const TRUCK = { on: 'loaded', off: 'unloaded' } as const

export function showMade(row: MovementRow, isUndone = false): StockMovement {
  const { person } = currentCaller() ?? {}
  const names = new Map(person ? [[person.id, person.name]] : [])
  return showMovement(row, { undone: new Set(isUndone ? [row.id] : []), lastCount: null, names })
}
