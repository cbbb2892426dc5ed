type StorageName = 'localStorage' | 'sessionStorage'

/** Unchecked: anything may stand there. Empty also when nothing does or the browser refuses. */
export function readStorage<Value extends object>(name: StorageName, key: string): Partial<Value> {
  try {
    return JSON.parse(window[name].getItem(key) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/** Null removes what is there. False when the browser refuses, or has no room. */
export function writeStorage(name: StorageName, key: string, value: object | null): boolean {
  try {
    if (value) window[name].setItem(key, JSON.stringify(value))
    else window[name].removeItem(key)
    return true
  } catch {
    return false
  }
}
