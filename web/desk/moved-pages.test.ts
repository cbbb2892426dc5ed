import { expect, test } from 'vitest'
import { movedTo } from './dashboard.tsx'

test('a bookmark of what the desk had for the market leads to where that is now', () => {
  const old = ['market', 'market/sell', 'market/cash/7', 'market/truck', 'market/not-picked-up/12']
  expect(old.map(movedTo)).toEqual([
    '/admin/stall#sell',
    '/admin/stall#sell',
    '/admin/stall?day=7#close',
    '/admin/stall#close/truck',
    '/admin/stall#close/no-shows',
  ])
  expect(movedTo('market/sales/2026-11-21')).toBe('#sales/2026-11-21')
  expect(movedTo('orders/7')).toBeNull()
})
