import { useEffect, useEffectEvent } from 'react'

/** Calls back when something outside the element's `search` landmark is pressed, while there is anything to call. */
export function useOutsidePress(id: string, onPress: (() => void) | null): void {
  const isWatching = onPress !== null
  const press = useEffectEvent(({ target }: PointerEvent) => {
    const search = document.getElementById(id)?.closest('search')
    if (target instanceof Node && !search?.contains(target)) onPress?.()
  })
  useEffect(() => {
    if (!isWatching) return
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [isWatching])
}
