import { describe, expect, test } from 'vitest'
import { hasPhrase, readTable, replacePhrase } from './match-phrases.ts'

const read = (phrases: string, groups = {}) => readTable({ all: phrases }, groups).all
const has = (phrases: string, line: string) => hasPhrase(read(phrases), line.split(' '))

describe('a phrase', () => {
  test.each([
    ['free of', 'is it free of nuts'],
    ['make/makes', 'who makes it'],
    ['allerg*', 'my allergies'],
    ['what (do) you', 'what you'],
    ['without [any/all] nuts', 'without any all any nuts'],
    ['free !range', 'free range or free eggs'],
    ['!who has', 'who has and he has'],
    ['!START have', 'have you | i have'],
    ['no, not any', 'there is not any'],
    ['START no (more) END', 'no more'],
  ])('%s stands in: %s', (phrases, line) => {
    expect(has(phrases, line)).toBe(true)
  })

  test.each([
    ['free of', 'free from of'],
    ['make/makes', 'maker'],
    ['free !range', 'free range'],
    ['START no', 'oh no'],
    ['!START have', 'have eggs'],
    ['ANY', '| @'],
  ])('%s does not stand in: %s', (phrases, line) => {
    expect(has(phrases, line)).toBe(false)
  })

  test('may hold one of a group, which somebody has written', () => {
    const phrases = read('no {goods}', { goods: 'eggs, goat cheese' })
    expect(hasPhrase(phrases, ['no', 'goat', 'cheese'])).toBe(true)
    expect(() => read('no {godos}', { goods: 'eggs' })).toThrow('{godos}')
  })

  test('is exchanged wherever it stands, as long as it goes', () => {
    const [phrase] = read('@ [and @]')
    expect(phrase && replacePhrase(phrase, '@ and @ or @ and'.split(' '), '#')).toEqual(
      '# or # and'.split(' '),
    )
  })

  test('takes no longer than its line is long', () => {
    expect(hasPhrase(read('[a] [a] [a/b] [ANY] [a] c'), Array(500).fill('a'))).toBe(false)
  })
})
