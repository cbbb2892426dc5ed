import { beforeEach, expect, test, vi } from 'vitest'
import { DAY } from '#contract/time/durations.ts'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', undefined)
})

const sign = () => window.dispatchEvent(new Event('pointermove'))

test('what only hands can need waits for the first sign of a person, and comes once', async () => {
  const { whenUsed } = await import('./when-idle.ts')
  const job = vi.fn(async () => {})
  whenUsed(job)
  await vi.advanceTimersByTimeAsync(DAY)
  expect(job).not.toHaveBeenCalled()
  sign()
  sign()
  await vi.advanceTimersByTimeAsync(DAY)
  expect(job).toHaveBeenCalledTimes(1)
})

test('a sign that came before anybody waited for one counts', async () => {
  const { rememberSign, whenUsed } = await import('./when-idle.ts')
  rememberSign()
  sign()
  const job = vi.fn(async () => {})
  whenUsed(job)
  await vi.advanceTimersByTimeAsync(DAY)
  expect(job).toHaveBeenCalledTimes(1)
})

test('what was called off before or after the sign does not run', async () => {
  const { whenUsed } = await import('./when-idle.ts')
  const early = vi.fn(async () => {})
  const late = vi.fn(async () => {})
  whenUsed(early)()
  const stop = whenUsed(late)
  sign()
  await vi.advanceTimersByTimeAsync(1)
  stop()
  await vi.advanceTimersByTimeAsync(DAY)
  expect(early).not.toHaveBeenCalled()
  expect(late).not.toHaveBeenCalled()
})
