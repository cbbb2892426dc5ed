import { useRef, useState } from 'react'

/** How long typing must pause, in ms. */
const REST = 400

export function useDebounced(
  initially: string,
): [debounced: string, update: (text: string) => void] {
  const [debounced, setDebounced] = useState(initially)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const update = (text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setDebounced(text), REST)
  }
  return [debounced, update]
}
