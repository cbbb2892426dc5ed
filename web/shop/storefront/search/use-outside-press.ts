import { useEffect, useEffectEvent } from 'react'

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
