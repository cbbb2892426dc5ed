import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { collectWhenStill } from './collect-garbage.ts'

/**
 * A process that just started; returns what lets five seconds pass with that many milliseconds of
 * work.
 */
function aProcess() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let worked = 800
  collectWhenStill(() => worked)
  return async (milliseconds: number) => {
    // A WeakRef's target lives until the end of the turn that made or read it.
    await turn()
    worked += milliseconds
    vi.advanceTimersByTime(5000)
    await turn()
  }
}

test('what a start leaves behind is collected once the process stands still', async () => {
  const work = aProcess()
  const left = new WeakRef({ of: 'a start' })
  for (const milliseconds of [500, 30, 30]) {
    await work(milliseconds)
    expect(left.deref()).toBeDefined()
  }
  await work(1)
  expect(left.deref()).toBeUndefined()
})

test('and what a rush leaves behind, but nothing after a little work', async () => {
  const work = aProcess()
  await work(1)
  const left = new WeakRef({ of: 'a rush' })
  for (const milliseconds of [200, 1, 1700, 30]) {
    await work(milliseconds)
    expect(left.deref()).toBeDefined()
  }
  await work(300)
  expect(left.deref()).toBeDefined()
  await work(1)
  expect(left.deref()).toBeUndefined()
})
