import { describe, expect, test } from 'vitest'
import { keysOf } from '#contract/keys-of.ts'
import { productDraft } from '#contract/products.ts'
import { isChanged, readForm, type Typed } from './product-draft.ts'

const TYPED = keysOf(productDraft.shape).filter((field) => field !== 'imageUrl')

describe.each(TYPED)('of a new product in which only the %s was typed', (field) => {
  const typed = field === 'hidden' ? 'yes' : '7'
  const form = new FormData()
  form.set(field, typed)

  test('the form reads it', () => {
    expect(readForm(form, null)[field]).toBe(typed)
  })

  test('the desk asks before it is closed', () => {
    expect(isChanged(readForm(form, null), null)).toBe(true)
  })
})

test('a new product with nothing but a picture is asked about too, an empty one is not', () => {
  const empty: Typed = readForm(new FormData(), null)
  expect([
    isChanged({ ...empty, imageUrl: '/uploads/a.webp' }, null),
    isChanged(empty, null),
  ]).toEqual([true, false])
})
