import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeSlug, isSlug, MAX_SLUG_LENGTH, numberedSlug, slugOf } from './slug.ts'

test.each([
  ['About Us', 'about-us'],
  ['About us!', 'about-us'],
  ['  --How we keep hens & ducks?--  ', 'how-we-keep-hens-ducks'],
  ['Crème brûlée', 'cr-me-br-l-e'],
  ['100 % eggs', '100-eggs'],
  ['農場', ''],
  ['🌱', ''],
  ['-', ''],
])('the slug of %j is %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('a million hyphens are one, without a second thought', () => {
  expect(slugOf(`a${'-'.repeat(1_000_000)}b${'-'.repeat(1_000_000)}`)).toBe('a-b')
})

test('every title has a slug that looks like one, or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const slug = slugOf(title)
      expect(slug === '' || isSlug(slug), slug).toBe(true)
      expect(slugOf(slug)).toBe(slug)
    }),
  )
})

test('a numbered slug is one too, however long', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z0-9 ]{1,260}$/),
      fc.integer({ min: 2, max: 99_999 }),
      (title, number) => {
        const slug = slugOf(title)
        if (slug === '') return
        expect(isSlug(numberedSlug(slug, number))).toBe(true)
        expect(numberedSlug(slug, number).endsWith(`-${number}`)).toBe(true)
      },
    ),
  )
})

test('a slug is made of small letters, digits and single hyphens', () => {
  for (const no of [
    '',
    '-',
    'a-',
    '-a',
    'a--b',
    'A',
    'a b',
    'ä',
    '..',
    'a/b',
    'a\n',
    'a'.repeat(MAX_SLUG_LENGTH + 1),
  ])
    expect(isSlug(no), no).toBe(false)
  for (const yes of ['a', '404', 'about-us-2', 'a'.repeat(MAX_SLUG_LENGTH)])
    expect(isSlug(yes), yes).toBe(true)
})

test('a slug that is taken gets the first free number', () => {
  expect(freeSlug('eggs', new Set())).toBe('eggs')
  expect(freeSlug('eggs', new Set(['eggs', 'eggs-2', 'eggs-4']))).toBe('eggs-3')
})
