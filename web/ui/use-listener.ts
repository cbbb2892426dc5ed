import { useEffect, useEffectEvent } from 'react'

type Events = WindowEventMap

type Options = { isOn?: boolean; capture?: boolean }

/** Hears an event of the whole page while the component is shown, and on: by default always. */
export function useListener<Name extends keyof Events>(
  name: Name,
  listener: (event: Events[Name]) => unknown,
  { isOn = true, capture = false }: Options = {},
): void {
  const hear = useEffectEvent(listener)
  useEffect(() => {
    if (!isOn) return
    window.addEventListener(name, hear, capture)
    return () => window.removeEventListener(name, hear, capture)
  }, [name, isOn, capture])
}
