import type { KeyboardEvent } from 'react'
import type { SearchState } from './search-state.ts'
import { stepInGrid } from './step-in-grid.ts'

const OF_THE_TEXT = ['ArrowLeft', 'ArrowRight', 'Home', 'End']

type ListKeys = {
  search: SearchState
  rows: readonly (readonly string[])[]
  onChange: (change: Partial<SearchState>) => void
}

/** Does what a key pressed in the field means to its list: arrows choose a cell or open the list, Enter presses the cell. */
export function pressListKey(event: KeyboardEvent, { search: { isOpen, active }, rows, onChange }: ListKeys): void {
  const { altKey, ctrlKey, metaKey, shiftKey, key } = event
  if (altKey || ctrlKey || metaKey || shiftKey || event.nativeEvent.isComposing) return
  const cell = active === null ? null : document.getElementById(active)
  const step = isOpen ? stepInGrid(rows, active, key) : key === 'ArrowDown' ? null : undefined
  if (step !== undefined) {
    event.preventDefault()
    onChange({ isOpen: true, active: step })
    if (step !== null) document.getElementById(step)?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  } else if (isOpen && cell && key === 'Enter') {
    event.preventDefault()
    cell.click()
  } else if (OF_THE_TEXT.includes(key)) onChange({})
}
