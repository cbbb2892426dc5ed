import type { KeyboardEvent } from 'react'

type Cell = HTMLInputElement | HTMLSelectElement

/**
 * Moves the focus as in a spreadsheet: arrows, Enter downwards and
 * with Shift upwards; to the side only from the end of a text.
 */
export function moveInGrid(event: KeyboardEvent<Cell>): void {
  const cell = event.currentTarget
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const down = stepDown(event, cell)
  const right = stepRight(event, cell)
  if (down === 0 && right === 0) return
  event.preventDefault()
  const [row = 0, column = 0] = (cell.dataset.cell ?? '').split('.').map(Number)
  const next = `[data-cell="${row + down}.${column + right}"]`
  cell.closest('table')?.querySelector<Cell>(next)?.focus()
}

function stepDown({ key, shiftKey }: KeyboardEvent, cell: Cell): number {
  // In a list of choices, arrows up and down choose.
  const hasArrows = cell instanceof HTMLInputElement
  if (hasArrows && key === 'ArrowDown') return 1
  if (hasArrows && key === 'ArrowUp') return -1
  if (key !== 'Enter') return 0
  return shiftKey ? -1 : 1
}

function stepRight({ key, shiftKey }: KeyboardEvent, cell: Cell): number {
  if (shiftKey) return 0
  const { isAtStart, isAtEnd } = caretOf(cell)
  if (key === 'ArrowRight' && isAtEnd) return 1
  return key === 'ArrowLeft' && isAtStart ? -1 : 0
}

function caretOf(cell: Cell) {
  if (!(cell instanceof HTMLInputElement) || cell.type !== 'text')
    return { isAtStart: true, isAtEnd: true }
  const { selectionStart, selectionEnd, value } = cell
  const isAllMarked = selectionStart === 0 && selectionEnd === value.length
  const isCaret = selectionStart === selectionEnd
  if (!(isAllMarked || isCaret)) return { isAtStart: false, isAtEnd: false }
  return { isAtStart: selectionStart === 0, isAtEnd: selectionEnd === value.length }
}
