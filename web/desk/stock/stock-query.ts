import { analytics } from '#contract/money/analytics.ts'
import { deskProducts } from '#contract/products/desk-products.ts'
import { products } from '#contract/products/products.ts'
import {
  MOVEMENTS,
  type StockActionDraft,
  type StockMovement,
  stockCount,
  stockJournal,
} from '#contract/products/stock-journal.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { formatDevice } from '../shared/format-value.ts'
import { useChange } from '../shared/use-change.ts'

export const CONCERNED = [products.list, deskProducts.list, stockCount.show, analytics.dashboard]

export function useStockAction({ id, name }: { id: number; name: string }, onDone: () => void) {
  const undo = useUndo()
  return useChange({
    send: (body: StockActionDraft) => call(stockJournal.record, { params: { id }, body }),
    done: (moved) => ({
      title: formatStockAction(moved.movement, name),
      description: `${moved.stock} for sale now.`,
      action: { label: 'Undo', run: () => undo.mutate(moved.movement.id) },
    }),
    failed: 'Not saved',
    refreshes: CONCERNED,
    onDone,
  })
}

export function useUndo() {
  return useChange({
    send: (id: number) => call(stockJournal.undo, { params: { id }, body: { id: newUuid() } }),
    done: ({ stock }) => ({ title: 'Undone', description: `${stock} for sale now.` }),
    failed: 'Not undone',
    refreshes: CONCERNED,
    mayBeDone: true,
  })
}

export function formatUnits(units: number): string {
  if (units === 0) return '0'
  return `${units > 0 ? '+' : '−'}${Math.abs(units).toLocaleString('en-US')}`
}

const PAST_TENSE: Readonly<Record<string, string>> = {
  harvest: 'harvested',
  waste: 'wasted',
  gift: 'given away',
}

/** `20 harvested: Beets, bunch` */
function formatStockAction({ reason, units }: StockMovement, name: string): string {
  return `${Math.abs(units)} ${PAST_TENSE[reason] ?? MOVEMENTS[reason].label}: ${name}`
}

export function formatReason({ reason, counted }: StockMovement): string {
  const { label } = MOVEMENTS[reason]
  return reason === 'counted' && counted !== null ? `${label} ${counted}` : label
}

export function formatFound(counted: number, expected: number): string {
  const difference = counted - expected
  if (difference === 0) return 'as it should be'
  return `${Math.abs(difference)} ${difference > 0 ? 'more' : 'fewer'} than there should be`
}

export function formatCount({ counted, promised, units }: StockMovement): string {
  if (counted === null || promised === null) return ''
  const short = Math.max(promised - counted, 0)
  const found = formatFound(counted, counted - units + short)
  return promised === 0 ? found : `${found}; ${promised} promised to orders`
}

/** Empty when no call from the desk made it. */
export function formatWho({ person, device, address }: StockMovement): string {
  if (address === null) return ''
  return [person ?? [], formatDevice({ device, address })].flat().join(' · ')
}

export function journalHash(productId: number): string {
  return `stock/${productId}`
}

/** Null for the count of all products. */
export function productIn(hash: string): number | null {
  const id = /^stock\/([1-9]\d{0,9})$/.exec(hash)?.[1]
  return id ? Number(id) : null
}
