import { expect, onTestFinished, test, vi } from 'vitest'
import { FARM_SETTINGS } from './farm-setting-table.ts'

test('a time zone is known by its name, in a browser without Temporal too', () => {
  vi.stubGlobal('Temporal', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  const wrongIn = FARM_SETTINGS.time_zone.wrong
  expect(wrongIn('America/Chicago')).toBeNull()
  for (const wrong of ['America/Chicag', '-06:00', '', 'Central'])
    expect(wrongIn(wrong), wrong).toMatch(/^Please enter a time zone/)
})
