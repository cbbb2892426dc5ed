import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { BROKEN, count, EGGS, openDesk } from '../a-desk.tsx'
import { sayEntry } from './say-entry.ts'

const CALL = 'GET /api/admin/history?subject=product&id=1'
const AT = '2026-11-21T16:05:00.000Z'
const CHANGED = {
  id: 2,
  at: AT,
  action: 'changed',
  before: { ...EGGS },
  after: { ...EGGS, price: 5.5, stock: 20, imageUrl: '/uploads/new.webp', unit: 'dozen' },
}

async function openHistory(answer: Parameters<typeof openDesk>[0]) {
  const desk = openDesk(answer)
  await desk.user.click(await screen.findByRole('button', { name: `Edit ${EGGS.name}` }))
  expect(count(desk.asked, CALL)).toBe(0)
  await desk.user.click(await screen.findByText('History'))
  return desk
}

describe('the history of a product', () => {
  test('says when, by whom and what, in sentences', async () => {
    const created = { id: 1, at: AT, action: 'created', before: null, after: { ...EGGS } }
    await openHistory({ [CALL]: { body: [CHANGED, created] } })
    expect(await screen.findByText('Price: from $5.00 to $5.50')).toBeTruthy()
    expect(screen.getByText('Stock: from 18 to 20')).toBeTruthy()
    expect(screen.getByText('Unit: from nothing to dozen')).toBeTruthy()
    expect(screen.getByText('Picture replaced')).toBeTruthy()
    expect(screen.getByText('Created')).toBeTruthy()
    const [when] = screen.getAllByText('Nov 21, 9:05 AM')
    expect(when?.closest('p')?.textContent).toBe('Nov 21, 9:05 AM · At the desk')
  })

  test('that is empty says so', async () => {
    await openHistory({ [CALL]: { body: [] } })
    expect(await screen.findByText('Nothing was changed yet.')).toBeTruthy()
  })

  test('that cannot be loaded says why, and can be asked again', async () => {
    const { user } = await openHistory({ [CALL]: [BROKEN, { body: [CHANGED] }] })
    expect((await screen.findByRole('alert')).textContent).toMatch(/Something went wrong on our side\./)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Stock: from 18 to 20')).toBeTruthy()
  })
})

describe('an entry', () => {
  const words = { title: { label: 'Title' }, isActive: { label: 'Published' } }
  const entry = {
    id: 1,
    at: AT,
    action: 'changed',
    before: { title: 'A', isActive: true },
    after: { title: 'A', isActive: false },
  }

  test('speaks only of what became different', () => {
    expect(sayEntry(entry, words)).toEqual(['Published: from yes to no'])
    expect(sayEntry({ ...entry, after: entry.before }, words)).toEqual(['Saved as it was'])
  })

  test('tells a long text by its beginning', () => {
    const long = sayEntry({ ...entry, after: { title: 'x'.repeat(200), isActive: true } }, words)
    expect(long).toEqual([`Title: from A to “${'x'.repeat(80)}…”`])
  })
})
