import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { dismissToast, readToasts } from '#web/ui/toast-store.ts'

// Tests of several files come to the same window, one after the other: each leaves it empty.
afterEach(() => {
  cleanup()
  for (const { id } of readToasts()) dismissToast(id)
  vi.unstubAllGlobals()
})
