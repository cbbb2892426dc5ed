let isPressed = false

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressed = true), true)
  for (const end of ['pointerup', 'pointercancel'])
    document.addEventListener(end, () => (isPressed = false), true)
}

/** Runs now, or once the pointer is up: anything appearing mid-press would swallow the click. */
export function afterPress(act: () => void): void {
  if (!isPressed) {
    act()
    return
  }
  const done = new AbortController()
  const once = () => {
    done.abort()
    setTimeout(act)
  }
  for (const end of ['pointerup', 'pointercancel'])
    document.addEventListener(end, once, { signal: done.signal })
}
