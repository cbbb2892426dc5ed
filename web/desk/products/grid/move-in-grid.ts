import type { KeyboardEvent } from 'react'
import { GRID_COLUMNS, type GridPlace } from './price-grid.ts'

/** Where a cell of the grid stands, null for any other element. */
export function placeOf({ dataset }: HTMLElement): GridPlace | null {
  const [, row, index] = /^(\d+)\.(\d+)$/.exec(dataset.cell ?? '') ?? []
  const column = GRID_COLUMNS[Number(index)]
  return column ? { row: Number(row), column } : null
}

/** Moves the focus as in a spreadsheet: arrows, Enter downwards and with Shift upwards; to the side only from the end of a text. */
export function moveInGrid(event: KeyboardEvent<HTMLInputElement>): void {
  const cell = event.currentTarget
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const down = stepDown(event)
  const right = stepRight(event, cell)
  if (down === 0 && right === 0) return
  event.preventDefault()
  const [row = 0, column = 0] = (cell.dataset.cell ?? '').split('.').map(Number)
  const next = `[data-cell="${row + down}.${column + right}"]`
  cell.closest('table')?.querySelector<HTMLInputElement>(next)?.focus()
}

function stepDown({ key, shiftKey }: KeyboardEvent): number {
  if (key === 'ArrowDown') return 1
  if (key === 'ArrowUp') return -1
  if (key !== 'Enter') return 0
  return shiftKey ? -1 : 1
}

function stepRight(
  { key, shiftKey }: KeyboardEvent,
  { selectionStart, selectionEnd, value }: HTMLInputElement,
): number {
  const isAllMarked = selectionStart === 0 && selectionEnd === value.length
  const isCaret = selectionStart === selectionEnd
  if (shiftKey || !(isAllMarked || isCaret)) return 0
  if (key === 'ArrowRight' && selectionEnd === value.length) return 1
  return key === 'ArrowLeft' && selectionStart === 0 ? -1 : 0
}
