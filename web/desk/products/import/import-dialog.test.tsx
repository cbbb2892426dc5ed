import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ImportedRow } from '#contract/products/bulk-products.ts'
import {
  type Answers,
  bodies,
  bodyOf,
  count,
  expectToast,
  openDesk,
  tapTwice,
} from '#tests/a-desk.tsx'
import { readTextFile } from '#web/desk/shared/people-import.tsx'

const CALL = 'POST /api/products/import'
const CSV = 'name,price\nKale,3\n'
const FILE = new File([CSV], 'spring.csv', { type: 'text/csv' })
const NEW: ImportedRow = {
  row: 3,
  outcome: 'created',
  id: null,
  name: 'Kale',
  changes: [],
  problems: [],
  readings: [],
}
const PRICE = { column: 'price' as const, before: '$5.00', after: '$5.50' }
const CHANGED: ImportedRow = {
  ...NEW,
  row: 2,
  outcome: 'updated',
  id: 1,
  name: 'Eggs',
  changes: [PRICE],
}
const REFUSED: ImportedRow = {
  ...NEW,
  row: 4,
  outcome: 'refused',
  name: 'Trout',
  problems: [{ column: 'category', message: 'Please choose a category.' }],
}
const COLUMNS = [
  { heading: 'Name', sample: 'Kale', column: 'name' },
  { heading: 'Cost', sample: '3', column: null },
]
const list = (rows: ImportedRow[], applied = false) => ({
  body: { applied, plan: 'p1', rows, columns: COLUMNS },
})

async function choose(answers: Answers) {
  const desk = openDesk(answers, 'products/import')
  await desk.user.upload(await screen.findByLabelText('Choose CSV file'), FILE)
  return desk
}

describe('a file of products', () => {
  test('is shown before anything happens: counts, then each row with what becomes different', async () => {
    const { requests } = await choose({
      [CALL]: list([CHANGED, NEW, { ...CHANGED, row: 5, outcome: 'unchanged', changes: [] }]),
    })
    await screen.findByText('spring.csv: 1 new, 1 changed, 1 unchanged, 0 refused')
    const rows = within(screen.getByRole('region', { name: 'What spring.csv would do' }))
    expect(rows.getByText(/Row 2/).closest('li')?.textContent).toMatch(
      /Eggs.*Changed.*Price: from \$5\.00 to \$5\.50/,
    )
    expect(rows.getByText(/Row 3/).closest('li')?.textContent).toMatch(/Kale.*New/)
    expect(rows.queryByText(/Row 5/)).toBeNull()
    expect(bodyOf(requests, CALL)).toEqual({ csv: CSV })
  })

  test('is applied as it was looked at, said, and the list is read again', async () => {
    const { requests } = await choose({
      [CALL]: [list([CHANGED, NEW]), list([CHANGED, NEW], true)],
    })
    tapTwice(await screen.findByRole('button', { name: 'Apply 2 rows' }))
    await expectToast('Products imported', '1 added, 1 changed.')
    const applied = { csv: CSV, plan: 'p1', apply: true }
    expect(bodies(requests, CALL)).toEqual([{ csv: CSV }, applied])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(count(requests, 'GET /api/desk/products')).toBe(2))
  })

  test('is applied without its refused rows, and says why they are left out', async () => {
    const { user, requests } = await choose({ [CALL]: list([NEW, REFUSED]) })
    expect(await screen.findByText('Category: Please choose a category.')).toBeTruthy()
    expect(screen.getByText(/^1 refused row is left out/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Apply 1 row' }))
    expect(bodies(requests, CALL).at(-1)).toEqual({
      ...{ csv: CSV, plan: 'p1', apply: true, skipRefused: true },
    })
  })

  test('is read anew with the column that was chosen for a heading nobody knows', async () => {
    const { user, requests } = await choose({ [CALL]: list([NEW]) })
    await user.selectOptions(await screen.findByLabelText('Cost, such as “3”'), 'Price')
    await waitFor(() => expect(count(requests, CALL)).toBe(2))
    expect(bodies(requests, CALL).at(-1)).toEqual({ csv: CSV, columns: ['name', 'price'] })
  })

  test('adds categories that there are not yet, where that is meant', async () => {
    const fish: ImportedRow = { ...REFUSED, newCategory: 'Fish' }
    const { user, requests } = await choose({
      [CALL]: [list([fish]), list([NEW]), list([NEW], true)],
    })
    await user.click(await screen.findByLabelText('Add the new categories: Fish'))
    await user.click(await screen.findByRole('button', { name: 'Apply 1 row' }))
    await expectToast('Products imported', '1 added, 0 changed.')
    expect(bodies(requests, CALL).at(-1)).toEqual({
      ...{ csv: CSV, categories: true, plan: 'p1', apply: true },
    })
  })

  test('that changes nothing says so', async () => {
    await choose({ [CALL]: list([{ ...NEW, outcome: 'unchanged' }]) })
    expect(await screen.findByText('This file changes nothing.')).toBeTruthy()
  })

  test('that is refused as a whole says why, and another can be chosen', async () => {
    const message = 'Unknown column: “colour”.'
    const { user } = await choose({
      [CALL]: [{ status: 400, body: { code: 'invalid', message, field: 'csv' } }, list([NEW])],
    })
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    await user.upload(screen.getByLabelText('Choose CSV file'), FILE)
    expect(await screen.findByRole('button', { name: 'Apply 1 row' })).toBeTruthy()
  })

  test('is looked at again when the shop changed meanwhile', async () => {
    const message = 'The shop changed since you last looked. Please check the list again.'
    const { user } = await choose({
      [CALL]: [
        list([CHANGED]),
        { status: 409, body: { code: 'stock-changed', message } },
        list([CHANGED, NEW]),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Apply 1 row' }))
    await expectToast('Nothing was imported', message)
    expect(await screen.findByRole('button', { name: 'Apply 2 rows' })).toBeTruthy()
  })
})

describe('the text of a file', () => {
  test.each([
    ['UTF-8', new TextEncoder().encode('Jalapeño')],
    ['Windows’ letters', Uint8Array.from([0x4a, 0x61, 0x6c, 0x61, 0x70, 0x65, 0xf1, 0x6f])],
    [
      'UTF-16',
      Uint8Array.from([
        0xff,
        0xfe,
        ...Array.from('Jalapeño', (one) => [one.charCodeAt(0), 0]).flat(),
      ]),
    ],
  ])('is read from %s', async (_, bytes) => {
    expect(await readTextFile(new Blob([bytes]))).toBe('Jalapeño')
  })
})
