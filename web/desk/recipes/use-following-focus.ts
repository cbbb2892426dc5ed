import { useRef } from 'react'

/** Moves the focus to what only the next render shows, such as a just-chosen recipe. */
export function useFollowingFocus() {
  const wanted = useRef<string | null>(null)
  return {
    sendFocus: (name: string) => {
      wanted.current = name
    },
    focusTarget: (name: string) => (element: HTMLElement | null) => {
      if (!element || wanted.current !== name) return
      wanted.current = null
      element.focus()
    },
  }
}

export type FollowingFocus = ReturnType<typeof useFollowingFocus>
