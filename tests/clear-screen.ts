import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { dismissToast, readToasts } from '#web/ui/toast-store.ts'

// Test files share one window, one after another: each leaves it like new.
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
