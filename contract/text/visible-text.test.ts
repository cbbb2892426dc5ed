import { describe, expect, test } from 'vitest'
import { safeParse } from 'zod/mini'
import { firstFive } from '../calendar/zip-code.ts'
import { fold, includesWords } from '../chat/word-forms.ts'
import { readAddress } from '../mail/mail-address.ts'
import { messageForBadName } from '../people/person-name.ts'
import { messageForBadPhone, readPhone } from '../people/phone-number.ts'
import { emailAddress, markup, nameText, optionalText, phoneNumber, zipCode } from '../shapes.ts'
import { nameKey, visibleText } from './visible-text.ts'

const name = nameText(120, 'Please enter a name.')
const refusalOf = (typed: string) => safeParse(name, typed).error?.issues[0]?.message

describe('what no reader sees goes out of a text', () => {
  test.each([
    ['soft hyphen', 'Kohl\u00ADrabi'],
    ['zero-width space', 'Kohl\u200Brabi'],
    ['zero-width joiner between letters', 'Kohl\u200Drabi'],
    ['word joiner', 'Kohl\u2060rabi'],
    ['byte order mark', '\uFEFFKohlrabi'],
    ['marks of direction', '\u202EKohl\u200Erabi\u2069'],
    ['combining grapheme joiner', 'Kohl\u034Frabi'],
    ['variation selector', 'Kohl\uFE0Frabi'],
    ['tag', 'Kohl\u{E0061}rabi'],
  ])('%s', (_, typed) => {
    expect(visibleText(typed)).toBe('Kohlrabi')
    expect(fold(typed)).toBe('kohlrabi')
    expect(nameKey(typed)).toBe('kohlrabi')
    expect(includesWords(typed, 'kohl')).toBe(true)
    expect(includesWords('Kohlrabi, each', typed)).toBe(true)
  })

  test.each([...'\u00A0\u2003\u2009\u202F\u3000\u3164\u115F\u1160\uFFA0\u2800'])(
    'the space %j is a plain one',
    (space) => {
      expect(name.parse(`${space}Farm${space}Eggs${space}`)).toBe('Farm Eggs')
      expect(refusalOf(space)).toBe('Please enter a name.')
      expect(messageForBadName(`${space}7`)).not.toBeNull()
    },
  )
})

describe('what a reader sees stays', () => {
  test.each([
    '👨‍👩‍👧‍👦 Family box',
    '👩🏽‍🌾 Ada',
    '❤️‍🔥 Peppers',
    '1️⃣ Eggs',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Mustard',
    '☀️ Sun gold',
    'משפחת כהן',
    'خانواده‌ی رضا',
    'क्‍ष',
    'Ní Bhriain-O’Neil',
    '葛󠄀城',
    'Two\nlines\tand a tab',
    'Zoë',
  ])('%s', (text) => expect(visibleText(text)).toBe(text))

  test('letters stand in one piece', () => expect(visibleText('Zoe\u0308')).toBe('Zo\u00EB'))
})

test.each([
  ['Baker’s  Bread', "baker's bread"],
  ['Zoe\u0308', 'ZO\u00CB'],
  ['Half–dozen', 'half-dozen'],
  ['“Red” Chard', '"red" chard'],
  ['❤️ Beets', '❤ beets'],
])('%s and %s are one name', (one, other) => expect(nameKey(one)).toBe(nameKey(other)))

test.each(['.', '—', '🍅', '\u200B.', '?!'])('%j is no name', (typed) => {
  expect(refusalOf(typed)).toBe('Please use at least one letter or digit.')
})
test.each(['農場', '7', '🍅 Tomato', 'Ж'])('%s is a name', (typed) =>
  expect(refusalOf(typed)).toBeUndefined(),
)

test.each(['\u0000', '\u0007', '\u007F', '\u0085', '\u009F', '\uD800'])(
  '%j is refused in every kind of text',
  (control) => {
    for (const shape of [name, optionalText(40), markup(40, 'Please write it.')])
      expect(safeParse(shape, `x${control}y`).success).toBe(false)
  },
)

test('the HTML of a page is kept as it was written', () => {
  expect(markup(90, '').parse('<p>Kohl\u00ADrabi</p>')).toBe('<p>Kohl\u00ADrabi</p>')
})

test.each([
  ['57747', '57747'],
  [' 57747-1234 ', '57747-1234'],
  ['57747 - 1234', '57747-1234'],
  ['57747–1234', '57747-1234'],
  ['577471234', '57747-1234'],
  ['５７７４７', '57747'],
  ['57747\u200B', '57747'],
])('the ZIP code %j is %s', (typed, read) => {
  expect(zipCode.parse(typed)).toBe(read)
  expect(firstFive(typed)).toBe('57747')
})

test.each([
  ['ada@example.com. ', 'ada@example.com'],
  ['ada@example.com,', 'ada@example.com'],
  ['ada＠example.com', 'ada@example.com'],
  ['ａｄａ@example.com', 'ada@example.com'],
  ['mailto:ada@example.com', 'ada@example.com'],
  ['\u200Bada@example.com\u00A0', 'ada@example.com'],
  ['o’neil@example.com', "o'neil@example.com"],
])('the address %j is %s', (typed, read) => {
  expect(readAddress(typed)).toBe(read)
  expect(emailAddress('').parse(typed)).toBe(read)
})

test.each([
  ['６０５-555-0182', '605-555-0182'],
  ['605‑555–0182', '605-555-0182'],
  ['tel:+1 605 555 0182', '+1 605 555 0182'],
  ['(605)\u00A0555-0182\u200E', '(605) 555-0182'],
])('the phone number %j is %s', (typed, read) => {
  expect(readPhone(typed)).toBe(read)
  expect(phoneNumber.parse(typed)).toBe(read)
  expect(messageForBadPhone(typed)).toBeNull()
})
