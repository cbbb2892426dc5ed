import type { KeyboardEvent } from 'react'
import type { SearchState } from './list-box.tsx'

const OF_THE_TEXT = ['ArrowLeft', 'ArrowRight', 'Home', 'End']

type ListKeys = {
  search: SearchState
  rows: readonly (readonly string[])[]
  onChange: (change: Partial<SearchState>) => void
}

/**
 * Does what a key pressed in the field means to its list: arrows choose a cell or open the list,
 * Enter presses the cell, Escape closes the list and then clears the field, Tab closes.
 */
export function pressListKey(event: KeyboardEvent<HTMLInputElement>, keys: ListKeys): void {
  const { isOpen, query } = keys.search
  const isEscape = event.key === 'Escape' && query !== ''
  if (isEscape) event.preventDefault()
  if (event.key === 'Tab' || (isEscape && isOpen)) keys.onChange({ isOpen: false })
  else if (isEscape) {
    event.currentTarget.value = ''
    keys.onChange({ query: '' })
  } else moveInGrid(event, keys)
}

function moveInGrid(
  event: KeyboardEvent,
  { search: { isOpen, active }, rows, onChange }: ListKeys,
): void {
  const { altKey, ctrlKey, metaKey, shiftKey, key } = event
  if (altKey || ctrlKey || metaKey || shiftKey || event.nativeEvent.isComposing) return
  const cell = active === null ? null : document.getElementById(active)
  const step = isOpen ? stepInGrid(rows, active, key) : key === 'ArrowDown' ? null : undefined
  if (step !== undefined) {
    event.preventDefault()
    onChange({ isOpen: true, active: step })
    if (step !== null)
      document.getElementById(step)?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  } else if (isOpen && cell && key === 'Enter') {
    event.preventDefault()
    cell.click()
  } else if (OF_THE_TEXT.includes(key)) onChange({})
}

/**
 * Where an arrow key leads from a cell of the grid: to another cell's id,
 * or null, back to the text; undefined where the key is the text's own.
 */
function stepInGrid(
  rows: readonly (readonly string[])[],
  active: string | null,
  key: string,
): string | null | undefined {
  const row = rows.findIndex((cells) => cells.some((cell) => cell === active))
  const column = rows[row]?.indexOf(active ?? '') ?? 0
  switch (key) {
    case 'ArrowDown':
      return rows[row + 1]?.[column] ?? null
    case 'ArrowUp':
      return (row < 0 ? rows.at(-1)?.[0] : rows[row - 1]?.[column]) ?? null
    case 'ArrowRight':
      return row < 0 ? undefined : (rows[row]?.[column + 1] ?? active)
    case 'ArrowLeft':
      return rows[row]?.[column - 1]
  }
}
