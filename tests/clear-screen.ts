import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { dismissToast, readToasts } from '#web/ui/toast-store.ts'

// Tests of several files come to the same window, one after the other: each leaves it as it was new.
afterEach(() => {
  cleanup()
  for (const { id } of readToasts()) dismissToast(id)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  if (!('document' in globalThis)) return
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
