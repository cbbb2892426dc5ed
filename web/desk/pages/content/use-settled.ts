import { useRef, useState } from 'react'

/** How long typing must rest, in ms. */
const REST = 400

export function useSettled(initially: string): [settled: string, tell: (text: string) => void] {
  const [settled, setSettled] = useState(initially)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const update = (text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSettled(text), REST)
  }
  return [settled, update]
}
