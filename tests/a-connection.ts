import { act } from '@testing-library/react'
import { expect, onTestFinished, vi } from 'vitest'
import type { LiveUpdate } from '#contract/live.ts'

/** Fakes the page's live connection; the test sends the shop's messages. */
export function aConnection() {
  const sockets: { onmessage?: (event: { data: string }) => void }[] = []
  vi.stubGlobal(
    'WebSocket',
    class {
      static OPEN = 1
      readyState = 1
      onmessage?: (event: { data: string }) => void
      constructor() {
        sockets.push(this)
      }
      send() {}
      close() {}
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return async (news: LiveUpdate) => {
    await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(0))
    act(() => {
      for (const socket of sockets) socket.onmessage?.({ data: JSON.stringify(news) })
    })
  }
}
