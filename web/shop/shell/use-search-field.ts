import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { SearchState } from '#web/shop/storefront/search/search-state.ts'

const AT_REST: SearchState = { query: '', isOpen: false, active: null }

/** What is typed into a search field and whether its list is open; Escape closes the list and then clears, Tab and a focus elsewhere close. */
export function useSearchField() {
  const [search, setSearch] = useState<SearchState | null>(null)
  const keys = useRef<(event: KeyboardEvent) => void>(null)
  const { query, isOpen, active } = search ?? AT_REST
  const change = (next: Partial<SearchState>) => setSearch((now) => ({ ...(now ?? AT_REST), active: null, ...next }))
  const close = () => change({ isOpen: false })
  const shown = { query, active, isOpen: isOpen && query.trim() !== '' }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Tab') close()
    else if (event.key !== 'Escape' || query === '') keys.current?.(event)
    else {
      event.preventDefault()
      if (shown.isOpen) close()
      else {
        event.currentTarget.value = ''
        change({ query: '' })
      }
    }
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }
  return { search: shown, wasUsed: search !== null, keys, change, close, onKeyDown, onBlur }
}
