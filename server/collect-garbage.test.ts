import { createServer } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { collectWhenStill } from './collect-garbage.ts'

/** A server, and what waits so many seconds in which nobody asks it. */
function aServer() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = createServer()
  collectWhenStill(server)
  const request = (times: number) => {
    for (let time = 0; time < times; time++) server.emit('request')
  }
  // What a reference was made of, or led to, stays until the turn ends.
  const wait = async (seconds: number) => {
    await turn()
    vi.advanceTimersByTime(seconds * 1000)
    await turn()
  }
  return { request, wait }
}

test('what a start leaves behind is collected once nobody has asked for a while', async () => {
  const { request, wait } = aServer()
  const left = new WeakRef({ of: 'a start' })
  for (const seconds of [4, 5, 5]) {
    request(1)
    await wait(seconds)
    expect(left.deref()).toBeDefined()
  }
  await wait(6)
  expect(left.deref()).toBeUndefined()
})

test('and what a rush leaves behind, but nothing after a few requests', async () => {
  const { request, wait } = aServer()
  await wait(6)
  const left = new WeakRef({ of: 'a rush' })
  request(10)
  await wait(12)
  expect(left.deref()).toBeDefined()
  request(1000)
  await wait(12)
  expect(left.deref()).toBeUndefined()
})
