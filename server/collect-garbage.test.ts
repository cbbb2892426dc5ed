import { createServer } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { collectOnceStill } from './collect-garbage.ts'

test('what a start leaves behind is collected once nobody has asked for a while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = createServer()
  const left = new WeakRef({ of: 'a start' })
  // What a reference was made of, or led to, stays until the turn ends.
  const wait = async (seconds: number) => {
    await turn()
    vi.advanceTimersByTime(seconds * 1000)
    await turn()
  }
  collectOnceStill(server)
  for (const seconds of [4, 4]) {
    await wait(seconds)
    expect(left.deref()).toBeDefined()
    server.emit('request')
  }
  await wait(6)
  expect(left.deref()).toBeUndefined()
  expect(server.listenerCount('request')).toBe(0)
})
