import { expect, test } from 'vitest'
import { linkAddress } from './editor-toolbar.tsx'

test.each([
  ['https://farm.example/a?b=c#d', 'https://farm.example/a?b=c#d'],
  [' /pages/our-farm ', '/pages/our-farm'],
  ['/', '/'],
  ['#top', '#top'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['tel:+16055550134', 'tel:+16055550134'],
  ['hens@farm.example', 'mailto:hens@farm.example'],
  ['farm.example', 'https://farm.example'],
  ['www.farm.example/hens?x=1', 'https://www.farm.example/hens?x=1'],
])('%s leads to %s', (typed, address) => {
  expect(linkAddress(typed)).toBe(address)
})

test.each([
  '',
  'hens',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  'two words.example',
  'ftp://a.example',
])('%j leads nowhere', (typed) => {
  expect(linkAddress(typed)).toBeNull()
})
