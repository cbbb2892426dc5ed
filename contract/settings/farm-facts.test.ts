import { expect, onTestFinished, test, vi } from 'vitest'
import { wrongInTimeZone } from './farm-facts.ts'

test('a time zone is known by its name, in a browser without Temporal too', () => {
  vi.stubGlobal('Temporal', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(wrongInTimeZone('America/Chicago')).toBeNull()
  for (const wrong of ['America/Chicag', '-06:00', '', 'Central'])
    expect(wrongInTimeZone(wrong), wrong).toMatch(/^Please enter a time zone/)
})
