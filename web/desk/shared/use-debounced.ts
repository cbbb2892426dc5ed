import { useRef, useState } from 'react'

/** How long typing must pause, in ms. */
const REST = 400

export function useDebounced<Value>(initially: Value) {
  const [debounced, setDebounced] = useState(initially)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const update = (value: Value) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setDebounced(() => value), REST)
  }
  return [debounced, update] as const
}
