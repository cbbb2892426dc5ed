import { act, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { LiveNews } from '#contract/live.ts'
import { openDesk } from '#tests/a-desk.tsx'

/** What the shop tells this page, as it arrives over its connection. */
function aConnection() {
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
  return async (news: LiveNews) => {
    await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(0))
    act(() => {
      for (const socket of sockets) socket.onmessage?.({ data: JSON.stringify(news) })
    })
  }
}

test('a box that changed after packing is named until somebody has looked', async () => {
  const send = aConnection()
  const { user } = openDesk({}, 'orders')
  await send({ type: 'order', id: 128, isNew: false })
  expect(screen.queryByRole('region', { name: 'Boxes to pack again' })).toBeNull()
  await send({ type: 'order', id: 128, isNew: false, isUnpacked: true })
  const news = within(await screen.findByRole('region', { name: 'Boxes to pack again' }))
  expect(news.getByRole('link', { name: '#128' }).getAttribute('href')).toBe('#orders/128')
  await user.click(news.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('region', { name: 'Boxes to pack again' })).toBeNull()
})
