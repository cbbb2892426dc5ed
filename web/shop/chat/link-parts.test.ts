import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkParts } from './chat-panel.tsx'

const tapped = (text: string) =>
  linkParts(text).flatMap(({ text, href }) => (href === null ? [] : [[text, href]]))

test.each([
  ['Please call (605) 555-0134.', '(605) 555-0134', 'tel:+16055550134'],
  ['Call 605-555-0134, or come by.', '605-555-0134', 'tel:+16055550134'],
  ['Ring +1 605.555.0134!', '+1 605.555.0134', 'tel:+16055550134'],
  ['Write to hello@farm.example.', 'hello@farm.example', 'mailto:hello@farm.example'],
  ['More at /pages/our-hens', '/pages/our-hens', '/pages/our-hens'],
  ['See https://farm.example/a?b=1.', 'https://farm.example/a?b=1', 'https://farm.example/a?b=1'],
])('what can be tapped in %j is a link', (text, texts, href) => {
  expect(tapped(text)).toEqual([[texts, href]])
})

test('one answer holds several', () => {
  const answer = 'Please call (605) 555-0134 or write to hello@farm.example. See /pages/our-farm.'
  expect(tapped(answer).map(([text]) => text)).toEqual([
    '(605) 555-0134',
    'hello@farm.example',
    '/pages/our-farm',
  ])
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<b>x</b>',
  '<img src=x onerror=alert(1)>',
  'Together $605.55 and 1,234 eggs; order #6055550134567.',
  'Saturday 9am to noon, 57747 and 57730-1234.',
  '//evil.example/x and /admin and /o/AAAAAAAAAAAAAAAAAAAAAA',
])('%j stays text', (text) => {
  expect(linkParts(text)).toEqual([{ text, href: null }])
})

test('whatever is said, nothing is lost, and a link leads only to pages, sites, mail and phones', () => {
  const bits = fc.constantFrom(
    '(605) 555-0134',
    'a@b.example',
    'https://x.example',
    '/pages/a',
    '<a>',
    ' ',
    '.',
    'javascript:',
    '"',
  )
  const texts = fc.array(fc.oneof(bits, fc.string({ maxLength: 8 })), { maxLength: 12 })
  fc.assert(
    fc.property(texts, (some) => {
      const text = some.join('')
      const parts = linkParts(text)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      for (const { href } of parts)
        if (href !== null) expect(href).toMatch(/^(?:https?:\/\/|mailto:|tel:[\d+]+$|\/pages\/)/)
    }),
  )
})
